package original

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"prism/internal/price"
)

// gitContract says that git evidence is taken, and in which form.
type gitContract struct {
	Endpoint string   `json:"endpoint"`
	Versions []string `json:"versions"`
}

// configAnswer is GET /v1/plugin/config. There is no gateway here: no request to a
// model passes through this server, so no address of one is named.
type configAnswer struct {
	Ingest      string                 `json:"ingest_url"`
	Dashboard   string                 `json:"dashboard_url"`
	Environment string                 `json:"environment"`
	Contracts   map[string]gitContract `json:"contracts"`
}

func (c *Capture) config(r *http.Request, _ Caller, _ []byte) (reply, error) {
	base, err := c.Base(r)
	if err != nil {
		return reply{}, err
	}
	return reply{http.StatusOK, configAnswer{base, base, "self-hosted", map[string]gitContract{"git_evidence": {"/v1/git-evidence", []string{gitVersion}}}}}, nil
}

// setUp is POST /v1/setup-complete: that it came is all that is asked.
func setUp(_ *http.Request, _ Caller, raw []byte) (reply, error) {
	var nothing struct{}
	if err := decode(raw, &nothing); err != nil {
		return reply{}, err
	}
	return reply{http.StatusOK, map[string]string{"status": "ok"}}, nil
}

// catalogAnswer is GET /v1/model-catalog.
type catalogAnswer struct {
	Schema   int     `json:"schema_version"`
	Revision string  `json:"catalog_revision"`
	Checksum string  `json:"checksum_sha256"`
	Lookups  []model `json:"exact_lookups"`
}

type model struct {
	External string     `json:"external_model_id"`
	Model    string     `json:"model"`
	Provider string     `json:"provider"`
	Rates    []listRate `json:"list_rates"`
}

// listRate is a price from a time on, until another, in USD per million tokens.
type listRate struct {
	From string  `json:"effective_from"`
	To   *string `json:"effective_to"`
	Rate rate    `json:"rate"`
}

type rate struct {
	Input   float64 `json:"input"`
	Output  float64 `json:"output"`
	Read    float64 `json:"cache_read"`
	Write5m float64 `json:"cache_write_5m"`
}

// catalog is GET /v1/model-catalog: the prices in the program.
func catalog(*http.Request, Caller, []byte) (reply, error) {
	table, err := price.Bundled()
	if err != nil {
		return reply{}, err
	}
	a := catalogAnswer{Schema: 1, Revision: table.Version(), Lookups: []model{}}
	for _, p := range table.List() {
		from := p.From
		if from.IsZero() {
			from = time.Unix(0, 0)
		}
		at := from.UTC().Format(time.RFC3339)
		if n := len(a.Lookups); n == 0 || a.Lookups[n-1].Model != p.Model {
			a.Lookups = append(a.Lookups, model{External: p.Model, Model: p.Model, Provider: "anthropic"})
		}
		m := &a.Lookups[len(a.Lookups)-1]
		if n := len(m.Rates); n > 0 {
			m.Rates[n-1].To = &at
		}
		m.Rates = append(m.Rates, listRate{From: at, Rate: rate{p.Input, p.Output, p.Read, p.Write5m}})
	}
	text, err := json.Marshal(a.Lookups)
	if err != nil {
		return reply{}, err
	}
	sum := sha256.Sum256(text)
	a.Checksum = hex.EncodeToString(sum[:])
	return reply{http.StatusOK, a}, nil
}
