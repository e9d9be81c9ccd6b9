package conversation

import "testing"

func TestOpensPull(t *testing.T) {
	for name, want := range map[string]bool{
		"mcp__github__create_pull_request":                true,
		"mcp__plugin_github_github__create_pull_request":  true,
		"mcp__gitlab__create_merge_request":               true,
		"mcp__azure__repo_create_pull_request":            true,
		"mcp__bitbucket__createPullRequest":               true,
		"mcp__forge__open_draft_pr":                       true,
		"mcp__forge__createPR":                            true,
		"mcp__forge__pull_request_create":                 true,
		"mcp__forge__pr-create":                           true,
		"mcp__github__merge_pull_request":                 true,
		"mcp__github__update_pull_request":                true,
		"mcp__github__create_pull_request_review":         false,
		"mcp__github__add_comment_to_pull_request":        false,
		"mcp__github__create_pending_pull_request_review": false,
		"mcp__github__update_pull_request_branch":         false,
		"mcp__github__get_pull_request":                   false,
		"mcp__github__list_pull_requests":                 false,
		"mcp__github__create_issue":                       false,
		"mcp__pr_tools__create_issue":                     false,
		"mcp__github_pull_requests__create_branch":        false,
		"mcp__shop__create_order":                         false,
		"":                                                false,
	} {
		if got := opensPull(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
