package shell

import (
	"strings"
	"testing"
)

// The verb of a tool's name counts wherever it stands and however it is spelled.
func TestVerbOfAName(t *testing.T) {
	for want, names := range map[bool]string{
		true: `create_issue issue_create createIssue issueCreate gmail_create_draft draft_email email_draft draftReply request_review
			request_copilot_review send_message slack_send_message sendMail chat_postMessage post_comment add_comment_to_pending_review
			update_page page_update pageUpdate notion-update-page delete_row row_delete deleteRow remove_label merge_pull_request
			issue_write pull_request_review_write sub_issue_write assign_issue execute_sql apply_migration run_query runQuery
			search_and_replace find_replace get_or_create find_and_modify list_and_delete query_execute search_create list_create
			move_file rename_page archive_list schedule_meeting book_room cancel_event approve_request pay_invoice invite_member
			jira_transition_issue issue_transition label_issue open_pull_request git_commit git_checkout git_add API-patch-page API-delete-a-block
			edit_block insert_row upsertRecords bulk_import deployFunction toggle_feature workflow_run_cancel publish_post write_file
			make_payment reply_to_thread mark_as_read set_status submit_form storeMemory forward_message start_job stop_server`,
		false: `get_issue getIssue issue_get issueGet list_issues issues_list search_code codeSearch read_file readFile file_read fetch_page
			notion-fetch find_user gmail_search_messages gmail_read_message slack_read_channel gcal_list_events pull_request_read issue_read
			get_pull_request get_update list_updates describe_table table_describe query_docs view_image browser_snapshot browser_take_screenshot
			git_status git_diff git_log git_branch API-post-search API-post-database-query API-retrieve-a-page retrieve_block preview_url
			search_for_creators resolve-library-id get-library-docs commit_search post_list draft_list release_get_latest branch_list
			workflow_run_get run_list_get count_rows check_status validate_schema sequentialthinking getDiagnostics navigate_page directory_tree
			getCreateForm read_update_log find_request compare_commits sort_order latest_message`,
	} {
		for name := range strings.FieldsSeq(names) {
			if got := NameMutates(name); got != want {
				t.Errorf("%s writes: %v, want %v", name, got, want)
			}
		}
	}
}
