package claude

// knownTypes are line types that change no result: state, bookkeeping, backups,
// and exact request records.
var knownTypes = map[string]bool{
	"file-history-snapshot": true, "file-history-delta": true,
	"agent-name": true, "agent-color": true, "agent-setting": true, "tag": true,
	"mode": true, "permission-mode": true, "cost-state": true,
	"api-request": true, "api-request-shape": true, "api-request-blob": true, "api-request-resumed": true,
	"tools-used": true, "atis-latch": true, "session-owner": true, "worktree-state": true,
	"relocated": true, "derived-from": true, "continued-in": true, "content-replacement": true,
	"fork-context-ref": true, "attribution-snapshot": true, "bridge-session": true,
	"speculation-accept": true, "marble-origami-commit": true, "marble-origami-snapshot": true,
}

// knownFamilies are beginnings of such types.
var knownFamilies = [...]string{"artifact-", "data-flow-", "api-request-"}

// knownSubtypes are subtypes of system lines that change no result.
var knownSubtypes = map[string]bool{
	"stop_hook_summary": true, "turn_duration": true, "microcompact_boundary": true,
	"informational": true, "away_summary": true, "bridge_status": true, "hook_summary": true,
	"memory_saved": true, "permission_retry": true, "scheduled_task_fire": true,
	"agents_killed": true, "thinking": true, "init": true, "status": true,
}

// unknownType names a line type for the report; "" when it is known to change
// nothing.
func unknownType(kind []byte) string {
	if knownTypes[string(kind)] {
		return ""
	}
	for _, family := range knownFamilies {
		if len(kind) > len(family) && string(kind[:len(family)]) == family {
			return ""
		}
	}
	return printable(kind)
}
