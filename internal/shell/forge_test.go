package shell

import "testing"

// TestOpensPull: a pull request is opened by what a forge is asked to make, and not by a word
// that only looks like its address.
func TestOpensPull(t *testing.T) {
	for _, line := range []string{
		"gh pr create --fill", "hub pull-request -m x", "az repos pr create --title x", "az repos pr update --id 4 --status completed",
		"gh api repos/o/r/pulls -f title=x", "gh api -X POST /repos/o/r/pulls --input body.json", "gh api --method POST -H 'Accept: application/json' repos/{owner}/{repo}/pulls -f head=fix",
		"glab api projects/:id/merge_requests -f title=x", "gh api graphql -f query='mutation { createPullRequest(input: {}) { clientMutationId } }'",
		"curl -X POST https://api.github.com/repos/o/r/pulls -d @b", "curl -sS -H 'Authorization: x' -d '{\"title\":\"x\"}' https://api.github.com/repos/o/r/pulls",
		"curl --request POST --data title=x 'https://git.example.com/api/v4/projects/7/merge_requests?private=1'", "curl -XPOST https://api.bitbucket.org/2.0/repositories/o/r/pullrequests --json @b",
		"git push -o merge_request.create", "git push --push-option=merge_request.create origin HEAD", "git push -u origin fix -o merge_request.create -o merge_request.target=main",
	} {
		if c := commandClass(line); !c.Has(ClassPull) {
			t.Errorf("%q opens one: %v", line, c)
		}
	}
	for _, line := range []string{
		"git push origin fix/pulls", "git push origin docs/merge_requests", "git push origin merge_request.create", "git push -o ci.skip origin fix/pulls",
		"gh api -X POST repos/o/r/issues -f body=https://x/o/r/pulls", "gh api repos/o/r/issues -f body=repos/o/r/pulls", "gh api repos/o/r/pulls", "gh api -X GET repos/o/r/pulls -f state=open", "gh api repos/o/r/pulls --jq '.[].title'",
		"gh api repos/o/r/pulls/7/comments -f body=x", "gh api -X PATCH repos/o/r/pulls/7 -f state=closed", "gh api graphql -f query='{ repository { pullRequests { totalCount } } }'",
		"gh api graphql -f query='mutation { createPullRequestReview(input: {}) { clientMutationId } }'",
		"az repos pr policy list --id 4", "az repos pr reviewer list --id 4", "az repos pr list", "az repos pr show --id 4", "az repos pr checkout --id 4",
		"curl https://api.github.com/repos/o/r/pulls", "curl -s 'https://api.github.com/repos/o/r/pulls?state=open'", "curl -X POST https://api.github.com/repos/o/r/issues -d @b", "curl -X POST https://shop.example.com/pulls -d @b",
		"curl -X PATCH https://api.github.com/repos/o/r/pulls/7 -d @b", "curl -o pulls.json https://api.github.com/repos/o/r/pulls",
	} {
		if c := commandClass(line); c.Has(ClassPull) {
			t.Errorf("%q opens none: %v", line, c)
		}
	}
	for line, mutates := range map[string]bool{"az repos pr policy list --id 4": false, "az repos pr reviewer list --id 4": false, "az repos pr reviewer add --id 4 --reviewers x": true, "gh api -X DELETE repos/o/r/pulls/7/requested_reviewers": true, "gh api repos/o/r/pulls": false} {
		if got := mutatingCommand(line); got != mutates {
			t.Errorf("%q: mutates %v", line, got)
		}
	}
}
