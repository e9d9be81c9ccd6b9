package claude

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/transcript"
)

const noWords = refusal + ". The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."
const withWords = refusal + ". The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nuse the other table\n\nNote: The user's next message may contain a correction or preference. Pay close attention"

// Questions that the person wants to talk about first: the client's words, and the answers
// given so far.
const clarified = refusal + ". To tell you how to proceed, the user said:\nThe user wants to clarify these questions.\n    This means they may have additional information, context or questions for you.\n\n    Questions asked:\n- \"Which table?\"\n  Answer: the old one\n- \"And when?\"\n  (No answer provided)"

func TestOutcomes(t *testing.T) {
	tests := []struct {
		name, tool, content string
		isError             bool
		structured          string
		want                transcript.Outcome
		exit                int
		said                string
	}{
		{"done", "Bash", "ok", false, `{"stdout":"ok","stderr":"","interrupted":false}`, transcript.Done, 0, ""},
		{"done, without structured result", "Bash", "ok", false, "", transcript.Done, 0, ""},
		{"in the background", "Bash", "Command running in background", false, `{"stdout":"","backgroundTaskId":"b1"}`, transcript.Done, -1, ""},
		{"an exit code that is no error", "Bash", "", false, `{"stdout":"","returnCodeInterpretation":"No matches found"}`, transcript.Done, -1, ""},
		{"exit code", "Bash", "Exit code 2\nno such file", true, quote("Error: Exit code 2\nno such file"), transcript.Errored, 2, ""},
		{"exit code, only in the content", "Bash", "Exit code 127\nnope", true, "", transcript.Errored, 127, ""},
		{"exit code without a number", "Bash", "Exit code of the build", true, "", transcript.Errored, -1, ""},
		{"interrupted", "Bash", "partial", false, `{"stdout":"partial","interrupted":true}`, transcript.Aborted, -1, ""},
		{"a background command's code", "BashOutput", "out", false, `{"shellId":"1","status":"failed","exitCode":3}`, transcript.Done, 3, ""},
		{"tool error", "Edit", "<tool_use_error>String to replace not found in file.</tool_use_error>", true, quote("Error: String to replace not found in file."), transcript.Errored, -1, ""},
		{"tool error without the flag", "Edit", "<tool_use_error>File has not been read yet.</tool_use_error>", false, "", transcript.Errored, -1, ""},
		{"error told by the structured result only", "Read", "File does not exist.", false, quote("Error: File does not exist."), transcript.Errored, -1, ""},
		{"refused without words", "Edit", noWords, true, quote("User rejected tool use"), transcript.Rejected, -1, ""},
		{"refused with words", "Bash", withWords, true, quote("Error: " + withWords), transcript.Rejected, -1, "use the other table"},
		{"questions to talk about first", "AskUserQuestion", clarified, true, quote("Error: " + clarified), transcript.Rejected, -1, "the old one"},
		{"questions to talk about first, none answered", "AskUserQuestion", strings.ReplaceAll(clarified, "Answer: the old one", "(No answer provided)"), true, "", transcript.Rejected, -1, ""},
		{"refused for now", "Bash", refusalNow + ". STOP what you are doing", true, "", transcript.Rejected, -1, ""},
		{"refused, told by the structured result", "Read", "x", true, quote("User rejected tool use"), transcript.Rejected, -1, ""},
		{"sibling failed", "Read", "<tool_use_error>Sibling tool call errored</tool_use_error>", true, quote("Sibling tool call errored"), transcript.Aborted, -1, ""},
		{"sibling cancelled", "Bash", "<tool_use_error>Cancelled: parallel tool call Bash(ls) errored</tool_use_error>", true, "", transcript.Aborted, -1, ""},
		{"denied by a rule", "Bash", "Permission to use Bash with command rm has been denied.", true, "", transcript.Aborted, -1, ""},
		{"not granted", "Write", "Claude requested permissions to write to /w/a.go, but you haven't granted it yet.", true, "", transcript.Aborted, -1, ""},
		{"blocked by a hook", "Bash", "PreToolUse:Bash hook error: [x]: no", true, "", transcript.Aborted, -1, ""},
		{"interrupt in the result's place", "Bash", "[Request interrupted by user for tool use]", true, "", transcript.Aborted, -1, ""},
		{"output that only looks like a refusal", "Bash", "User rejected the offer", false, `{"stdout":"User rejected the offer"}`, transcript.Done, 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ran(t, tt.tool, `{"command":"x","file_path":"/w/a.go"}`, quote(tt.content), tt.isError, tt.structured)
			if got.Outcome != tt.want || got.Exit != tt.exit || string(got.Said) != tt.said {
				t.Errorf("outcome %d exit %d said %q, want %d %d %q", got.Outcome, got.Exit, got.Said, tt.want, tt.exit, tt.said)
			}
		})
	}
}

func TestDenialMarks(t *testing.T) {
	for more, want := range map[string]transcript.Outcome{
		`"toolDenialKind":"user-rejected","toolDenialBeforeRun":true`:  transcript.Rejected,
		`"toolDenialKind":"user-rejected"`:                             transcript.Rejected,
		`"toolDenialKind":"user-rejected","toolDenialBeforeRun":false`: transcript.Aborted,
		`"toolDenialKind":"rule"`:                                      transcript.Aborted,
	} {
		r := only(t, `{"type":"user",`+more+`,"message":{"content":[{"type":"tool_result","tool_use_id":"c","content":`+quote(noWords)+`,"is_error":true}]}}`)
		if got := r.Results[0].Outcome; got != want {
			t.Errorf("%s: outcome %d, want %d", more, got, want)
		}
	}
}

func TestWordsBesideAResult(t *testing.T) {
	r := only(t, `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c","content":"ok"},{"type":"text","text":"and make sure this is tested"},{"type":"text","text":"<system-reminder>x</system-reminder>"}]}}`)
	if r.Kind != transcript.Results || string(r.Results[0].Said) != "and make sure this is tested" {
		t.Errorf("%+v", r)
	}
}

func TestFeedbackField(t *testing.T) {
	r := only(t, `{"type":"user","userFeedback":"use tabs","holdsPersonsWords":true,"message":{"content":[{"type":"tool_result","tool_use_id":"c","content":"ok"}]}}`)
	if string(r.Results[0].Said) != "use tabs" {
		t.Errorf("%+v", r)
	}
}

func TestSeveralResultsOnOneLine(t *testing.T) {
	r := only(t, `{"type":"user","toolUseResult":{"stdout":"x","interrupted":true},"message":{"content":[{"type":"tool_result","tool_use_id":"c","content":"ok"},{"type":"tool_result","tool_use_id":"d","content":"no","is_error":true}]}}`)
	if len(r.Results) != 2 || r.Results[0].Outcome != transcript.Done || r.Results[1].Outcome != transcript.Errored || r.Results[1].CallID != "d" {
		t.Errorf("%+v", r.Results)
	}
}

func TestResultText(t *testing.T) {
	long := "first line\n" + strings.Repeat("noise \\ \"quoted\"\n", 2000) + "FAIL: last line"
	got := ran(t, "Bash", `{"command":"make"}`, quote(long), true, "")
	if n := len(got.Text); n > resultHead+resultTail+100 || !strings.HasPrefix(string(got.Text), "first line") || !strings.HasSuffix(string(got.Text), "FAIL: last line") {
		t.Errorf("%d bytes: %q", n, got.Text)
	}
	got = ran(t, "Read", `{"file_path":"/w/a.go"}`, quote(long), false, `{"type":"text","file":{"content":"x"}}`)
	if got.Outcome != transcript.Done || got.Text != nil {
		t.Errorf("a read keeps its text: %q", got.Text)
	}
	got = ran(t, "Task", `{"prompt":"look"}`, `[{"type":"text","text":"found it"},{"type":"text","text":"agentId: x"},{"type":"image","source":{}}]`, false, `{"status":"completed","agentId":"a7","content":[{"type":"text","text":"found it"}],"usage":{"input_tokens":9}}`)
	if string(got.Text) != "found it\nagentId: x" || got.Subagent != "a7" || got.Images != 1 {
		t.Errorf("%+v", got)
	}
	got = ran(t, "Bash", `{"command":"x"}`, `null`, false, `[]`)
	if got.Outcome != transcript.Done || got.Text != nil {
		t.Errorf("%+v", got)
	}
}

func TestAnswersToQuestions(t *testing.T) {
	got := ran(t, "AskUserQuestion", `{"questions":[{"question":"Which?"}]}`, quote(`Your questions have been answered: "Which?"="the blue one". You can now continue`), false,
		`{"questions":[],"answers":{"Which?":"the blue one","When?":["now","then"],"x":7},"annotations":{"Which?":{"notes":"or green","preview":"p"}}}`)
	if got.Outcome != transcript.Done || string(got.Said) != "the blue one\nnow\nthen\nor green" {
		t.Errorf("%+v %s", got, got.Said)
	}
}

func TestPlanApproved(t *testing.T) {
	for _, opening := range []string{"User has approved your plan. You can now start coding.", "User has approved exiting plan mode. You can now start coding."} {
		got := ran(t, "ExitPlanMode", `{"plan":"# Tax"}`, quote(opening+" Start with updating your todo list"), false, `{"plan":"# Tax, edited","isAgent":false,"filePath":"/h/.claude/plans/a.md"}`)
		if !got.PlanApproved || string(got.Plan) != "# Tax, edited" || got.Hunks != nil || got.Created {
			t.Errorf("%+v", got)
		}
	}
	got := ran(t, "ExitPlanMode", `{"plan":"# Tax"}`, quote(noWords), true, quote("User rejected tool use"))
	if got.PlanApproved || got.Outcome != transcript.Rejected || got.Said != nil {
		t.Errorf("%+v", got)
	}
}

// patched is what an edit did, as text.
func patched(res transcript.Result) []string {
	var out []string
	for _, h := range res.Hunks {
		out = append(out, "@")
		for _, l := range h.Removed {
			out = append(out, "-"+string(l))
		}
		for _, l := range h.Added {
			out = append(out, "+"+string(l))
		}
	}
	return out
}

func TestEdits(t *testing.T) {
	const ok = `"The file has been updated"`
	tests := []struct {
		name, tool, content, structured string
		isError                         bool
		file                            string
		want                            []string
		created                         bool
		whole                           string
	}{
		{
			name: "edit", tool: "Edit", content: ok, file: "/w/a.go",
			structured: `{"filePath":"/w/a.go","oldString":"x","newString":"y","originalFile":"x\n","structuredPatch":[{"oldStart":1,"oldLines":2,"newStart":1,"newLines":3,"lines":[" same","-x\t\"","+y","+z\u00e9","\\ No newline at end of file"]},{"lines":["-gone"]}],"userModified":false}`,
			want:       []string{"@", "-x\t\"", "+y", "+zé", "@", "-gone"},
		},
		{
			name: "many edits", tool: "MultiEdit", content: ok, file: "/w/a.go",
			structured: `{"filePath":"/w/a.go","edits":[],"originalFileContents":"x","structuredPatch":[{"lines":["+y"]}]}`,
			want:       []string{"@", "+y"},
		},
		{
			name: "created", tool: "Write", content: ok, file: "/w/a.go", created: true, whole: "a\nb\n",
			structured: `{"type":"create","filePath":"/w/a.go","content":"a\nb\n","structuredPatch":[],"originalFile":null}`,
		},
		{
			name: "created, without a patch field", tool: "Write", content: ok, file: "/w/a.go", created: true, whole: "a",
			structured: `{"type":"create","filePath":"/w/a.go","content":"a"}`,
		},
		{
			name: "written over", tool: "Write", content: ok, file: "/w/a.go",
			structured: `{"type":"update","filePath":"/w/a.go","content":"b","structuredPatch":[{"lines":["-a","+b"]}],"originalFile":"a"}`,
			want:       []string{"@", "-a", "+b"},
		},
		{
			name: "written over with the same", tool: "Write", content: ok, file: "/w/a.go",
			structured: `{"type":"update","filePath":"/w/a.go","content":"a","structuredPatch":[],"originalFile":"a"}`,
		},
		{
			name: "notebook", tool: "NotebookEdit", content: ok, file: "/w/a.ipynb",
			structured: `{"notebook_path":"/w/a.ipynb","new_source":"x = 1\ny = 2\n","old_source":"x = 0","edit_mode":"replace","original_file":"{}","updated_file":"{}"}`,
			want:       []string{"@", "-x = 0", "+x = 1", "+y = 2"},
		},
		{name: "refused", tool: "Edit", content: quote(noWords), isError: true, structured: quote("User rejected tool use")},
		{name: "odd patch", tool: "Edit", content: ok, structured: `{"filePath":"/w/a.go","structuredPatch":[7,{"lines":"x"},{"lines":[7,"+y"]},{"lines":["+a"],"lines":["+b"]}],"originalFile":"x"}`, file: "/w/a.go", want: []string{"@", "@", "+y", "@", "+b"}},
		{name: "a subagent's line without structured result", tool: "Edit", content: ok},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ran(t, tt.tool, `{"file_path":"/w/a.go"}`, tt.content, tt.isError, tt.structured)
			if got.File != tt.file || got.Created != tt.created || string(got.Content) != tt.whole {
				t.Errorf("%+v", got)
			}
			if diff := cmp.Diff(tt.want, patched(got)); diff != "" {
				t.Errorf("hunks (-want +got):\n%s", diff)
			}
		})
	}
}

func TestGitsOwnResult(t *testing.T) {
	tests := []struct {
		name, command, output, structured string
		isError                           bool
		sha                               string
		commits, pushes                   bool
		pull                              string
	}{
		{name: "commit", command: "git commit -m x", output: "[main 1a2b3c4] x\n 1 file changed, 2 insertions(+)", sha: "1a2b3c4", commits: true},
		{name: "first commit", command: "git commit -m x", output: "[main (root-commit) 1a2b3c4] x", sha: "1a2b3c4", commits: true},
		{name: "detached", command: "git commit", output: "[detached HEAD 1a2b3c4] x", sha: "1a2b3c4", commits: true},
		{name: "two commits", command: "git commit -m x && git commit -m y", output: "[main 1a2b3c4] x\n[main 5d6e7f8] y", sha: "5d6e7f8", commits: true},
		{name: "in the middle of much output", command: "git commit -m x", output: strings.Repeat("lint line\n", 1000) + "[main 1a2b3c4] x\n" + strings.Repeat("hook line\n", 1000), sha: "1a2b3c4", commits: true},
		{name: "cherry-pick", command: "git cherry-pick abc", output: "[main 1a2b3c4] x", sha: "1a2b3c4", commits: true},
		{name: "asked for and refused by a hook", command: "git commit -m x", output: "Exit code 1\n[lint] $ golangci-lint run\nfailed", isError: true},
		{name: "nothing to commit", command: "git commit -m x", output: "nothing to commit, working tree clean"},
		{name: "another tool's brackets", command: "make", output: "[main 1a2b3c4] x"},
		{name: "push", command: "git push", output: "To github.com:w/shop.git\n   1a2b3c4..5d6e7f8  main -> main", pushes: true},
		{name: "push of a new branch", command: "git push -u origin tax", output: "remote: hello\nTo github.com:w/shop.git\n * [new branch]      tax -> tax", pushes: true},
		{name: "push refused", command: "git push", output: "Exit code 1\nTo github.com:w/shop.git\n ! [rejected]        main -> main (fetch first)", isError: true},
		{name: "nothing to push", command: "git push", output: "Everything up-to-date"},
		{name: "commit and push", command: "git commit -m x && git push", output: "[main 1a2b3c4] x\nTo github.com:w/shop.git\n   a..b  main -> main", sha: "1a2b3c4", commits: true, pushes: true},
		{name: "pull request", command: "gh pr create --title x", output: "Creating pull request for tax into main in w/shop\n\nhttps://github.com/w/shop/pull/12\n", pushes: true, pull: "https://github.com/w/shop/pull/12"},
		{name: "merge request", command: "glab mr create", output: "https://gitlab.com/w/shop/-/merge_requests/3", pushes: true, pull: "https://gitlab.com/w/shop/-/merge_requests/3"},
		{name: "pull request refused", command: "gh pr create", output: "Exit code 1\nsee https://github.com/w/shop/pull/12", isError: true},
		{name: "an address git offers", command: "git push && gh pr create", output: "remote: https://github.com/w/shop/pull/new/tax\nTo github.com:w/shop.git\n * [new branch] tax -> tax", pushes: true},
		{name: "told by the client", command: "x", structured: `{"stdout":"","gitOperation":{"commit":{"sha":"1a2b3c4","kind":"committed"},"push":{"branch":"tax"},"pr":{"number":12,"url":"https://github.com/w/shop/pull/12","action":"created"}}}`, sha: "1a2b3c4", commits: true, pushes: true, pull: "https://github.com/w/shop/pull/12"},
		{name: "a pull request edited", command: "x", structured: `{"stdout":"","gitOperation":{"pr":{"number":12,"url":"https://github.com/w/shop/pull/12","action":"edited"},"x":7}}`},
		{name: "no sha", command: "x", structured: `{"stdout":"","gitOperation":{"commit":{"sha":"rm -rf","kind":"committed"}}}`, commits: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ran(t, "Bash", `{"command":`+quote(tt.command)+`}`, quote(tt.output), tt.isError, tt.structured)
			if got.Commit != tt.sha || got.Commits != tt.commits || got.Pushes != tt.pushes || got.Pull != tt.pull {
				t.Errorf("%+v", got)
			}
		})
	}
}
