package claudecli

import (
	"strconv"
	"strings"

	"prism/internal/model"
)

// passed are the variables that a run needs: where things lie, how to reach the
// network, and how the command logs in. Everything else stays out, most of all
// what would make it report to somebody (OTEL_*, CLAUDE_CODE_ENABLE_TELEMETRY),
// think that it runs inside another session (CLAUDECODE, CLAUDE_CODE_SESSION_…),
// or name another entrypoint than a print run's.
var passed = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TMP", "TEMP", "LANG", "TZ",
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "PROGRAMFILES", "USERPROFILE", "USERNAME", "HOMEDRIVE", "HOMEPATH",
	"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS",
	"CLAUDE_CONFIG_DIR", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_GIT_BASH_PATH",
	"CLAUDE_CODE_CLIENT_CERT", "CLAUDE_CODE_CLIENT_KEY", "CLAUDE_CODE_CLIENT_KEY_PASSPHRASE",
	"CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY",
	"CLAUDE_CODE_SKIP_BEDROCK_AUTH", "CLAUDE_CODE_SKIP_VERTEX_AUTH",
	"CLOUD_ML_REGION", "GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_CLOUD_PROJECT",
}

// passedPrefixes are families of the same.
var passedPrefixes = []string{"LC_", "ANTHROPIC_", "AWS_", "VERTEX_REGION_"}

// own are set for every run.
var own = []string{
	"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
	"DISABLE_AUTOUPDATER=1",
	"DISABLE_TELEMETRY=1",
	"DISABLE_ERROR_REPORTING=1",
	"CLAUDE_CODE_MAX_RETRIES=0", // whoever runs many requests counts the attempts
	"MAX_THINKING_TOKENS=0",
	"CLAUDE_CODE_DISABLE_ATTACHMENTS=1", // a prompt that mentions @file would bring the file
	"CLAUDE_CODE_DISABLE_FILE_MENTIONS=1",
	"CLAUDE_CODE_DISABLE_CLAUDE_MDS=1",
	"CLAUDE_CODE_DISABLE_AUTO_MEMORY=1",
}

// scrub returns what of an environment a run sees.
func scrub(env []string) []string {
	var out []string
	for _, kv := range env {
		name, _, ok := strings.Cut(kv, "=")
		if ok && passes(strings.ToUpper(name)) {
			out = append(out, kv)
		}
	}
	return append(out, own...)
}

func passes(name string) bool {
	for _, p := range passed {
		if name == p {
			return true
		}
	}
	for _, p := range passedPrefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// limits are the variables that carry a request's bounds. The bound is of whole
// answers, so a little more than asked does no harm; less would cut.
func limits(r model.Request) []string {
	return []string{"CLAUDE_CODE_MAX_OUTPUT_TOKENS=" + strconv.Itoa(model.ProfileOf(r.Model).Output(r.MaxTokens))}
}
