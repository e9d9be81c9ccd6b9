package shell

import "testing"

// TestOperates: what keeps a machine or a history is told from what looks and what runs.
func TestOperates(t *testing.T) {
	for line, want := range map[string]bool{
		"docker image prune -af && df -h":             true,
		"sudo systemctl restart nginx":                true,
		"DEBIAN_FRONTEND=x sudo apt-get install -y a": true,
		"kubectl -n pos rollout undo deploy/api":      true,
		"git branch save 9d0c && git reset --hard":    true,
		"git stash pop":               true,
		"sudo kill -9 4711":           true,
		"docker ps -a":                false,
		"docker run --rm app pytest":  false,
		"docker compose exec db psql": false,
		"kubectl get pods":            false,
		"systemctl status nginx":      false,
		"git log --oneline | head":    false,
		"python scripts/psd.py 14":    false,
		"./run.sh":                    false,
		"":                            false,
	} {
		if got := Operates(line); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}
