package doctor

import (
	"fmt"
	"net/url"
	"os/exec"
	"strings"

	"prism/internal/cli/job"
	"prism/internal/model"
	"prism/internal/term"
)

// healthJudge is the judge that the settings choose, and which models could be
// asked. Of a key only whether it is set is told, never a part of it.
type healthJudge struct {
	Name     string        `json:"name"`
	Model    string        `json:"model"`
	Combined bool          `json:"combined"`
	Track    string        `json:"track"`
	Fallback string        `json:"fallback"`
	MaxCost  string        `json:"max_cost"`
	Sends    bool          `json:"sends"` // whether this judge sends anything from this machine
	Ready    bool          `json:"ready"`
	Ways     []healthWay   `json:"ways"`
	OptOut   []string      `json:"opt_out"`
	Settings []healthSetBy `json:"set_by"`
}

// healthWay is one way to a model.
type healthWay struct {
	Name  string `json:"name"`
	Ready bool   `json:"ready"`
	Why   string `json:"why"`
}

// healthSetBy says which layer chose a setting of the judge.
type healthSetBy struct {
	Key    string `json:"key"`
	Origin string `json:"origin"`
}

// judgeHealth looks at settings and environment; it asks nobody.
func judgeHealth(p *job.Program, j *job.Job) healthJudge {
	h := healthJudge{
		Name: j.Cfg.Text("judge"), Combined: j.Cfg.On("combined"), Track: "offline", Fallback: j.Cfg.Text("fallback"), MaxCost: j.Cfg.Text("max_cost"),
		OptOut: append([]string{}, j.Cfg.Items("opt_out")...), Ways: ways(p, j), Settings: []healthSetBy{},
	}
	h.Sends = h.Name != "offline" && h.Name != "files"
	h.Ready = !h.Sends
	if j.TracksByModel() {
		h.Track = "llm"
	}
	if h.Name != "offline" {
		if h.Model = j.Cfg.Text("model"); h.Model == "" && h.Name != "openai" {
			h.Model = model.DefaultModel
		}
	}
	for _, w := range h.Ways {
		if w.Name == h.Name {
			h.Ready = w.Ready
		}
	}
	for _, v := range j.Cfg.Values() {
		switch v.Key {
		case "judge", "model", "base_url", "combined", "track", "fallback", "max_cost", "opt_out":
			if v.Origin.Layer != "default" {
				h.Settings = append(h.Settings, healthSetBy{v.Key, v.Origin.String()})
			}
		}
	}
	return h
}

// ways are the ways to a model, and what each lacks.
func ways(p *job.Program, j *job.Job) []healthWay {
	set := func(names ...string) string {
		for _, n := range names {
			if p.Env(n) != "" {
				return n
			}
		}
		return ""
	}
	key := func(name, lacks string, vars ...string) healthWay {
		if v := set(vars...); v != "" {
			return healthWay{name, true, v + " is set"}
		}
		return healthWay{name, false, lacks}
	}
	ways := []healthWay{
		key("anthropic", "ANTHROPIC_API_KEY is not set", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
		key("bedrock", "AWS_REGION is not set", "AWS_REGION", "AWS_DEFAULT_REGION"),
		key("vertex", "ANTHROPIC_VERTEX_PROJECT_ID is not set", "ANTHROPIC_VERTEX_PROJECT_ID"),
	}
	base := j.Cfg.Text("base_url")
	if base == "" {
		base = p.Env("OPENAI_BASE_URL")
	}
	switch {
	case base == "":
		ways = append(ways, healthWay{"openai", false, "no base_url is set"})
	case j.Cfg.Text("model") == "":
		ways = append(ways, healthWay{"openai", false, "no model is set, for " + host(base)})
	default:
		ways = append(ways, healthWay{"openai", true, "at " + host(base)})
	}
	name := p.Env("PRISM_CLAUDE")
	if name == "" {
		name = "claude"
	}
	claude := healthWay{"claude", false, "the command is not found"}
	if path, err := exec.LookPath(name); err == nil {
		claude = healthWay{"claude", true, p.Short(path)}
	}
	return append(ways, claude)
}

// host is where a URL leads, without anything secret that may stand in it.
func host(base string) string {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return "an address that is no URL"
	}
	return u.Host
}

func showJudgeHealth(p *job.Program, h *healthJudge) {
	s := p.Screen
	s.Heading("Judge")
	switch {
	case h.Name == "offline":
		s.Hang("  ", "offline: needs no key and sends nothing")
	case h.Name == "files":
		s.Hang("  ", "files: sends nothing; 'prism judge export' writes the questions, 'prism judge import' takes the answers")
	default:
		text := h.Name
		if h.Model != "" {
			text += " (" + term.Clean(h.Model) + ")"
		}
		text += ": asked only by 'prism judge' and 'prism score', after it was agreed to"
		if !h.Ready {
			text = s.Paint(term.Bad, text+", and it is not ready")
		}
		s.Hang("  ", text)
	}
	var extra []string
	if h.Combined {
		extra = append(extra, "one question for each session")
	}
	if h.Track == "llm" {
		extra = append(extra, "asked too where sessions begin")
	}
	if h.Fallback != "" {
		extra = append(extra, h.Fallback+" stands in where there is no verdict")
	}
	if h.MaxCost != "" {
		extra = append(extra, "at most $"+term.Clean(h.MaxCost)+" a run")
	}
	if n := len(h.OptOut); n > 0 {
		extra = append(extra, "left alone: "+term.Clean(strings.Join(h.OptOut, ", ")))
	}
	if len(extra) > 0 {
		s.Hang("  ", strings.Join(extra, "; "))
	}
	for _, w := range h.Ways {
		mark, paint := "could be asked", term.Plain
		if !w.Ready {
			mark, paint = "not ready", term.Faint
		}
		s.Hang("  ", s.Paint(paint, fmt.Sprintf("%s %s: %s", term.Pad(w.Name, 10, false), mark, term.Clean(w.Why))))
	}
}
