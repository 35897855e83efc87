import type { JsonFields } from "./fake.ts";
import type { FakeValues } from "./fake-values.ts";

type ActionContext = Pick<FakeValues, "now" | "sha" | "previousSha">;

type ActionFields = (context: ActionContext) => JsonFields;

/** Returns the event's resource as changed by the action. */
const withChanges =
  (
    objectName: string,
    change: (context: ActionContext) => JsonFields,
    extraFields: ActionFields = () => ({}),
  ): ActionFields =>
  (context) => ({ [objectName]: change(context), ...extraFields(context) });

const SAMPLE_URL = "https://sample.example/";

const opened = () => ({ state: "open", closed_at: null });
const closed = ({ now }: ActionContext) => ({ state: "closed", closed_at: now });
const assignee: ActionFields = () => ({ assignee: {} });
const label: ActionFields = () => ({ label: { name: "sample" } });
const milestone: ActionFields = () => ({ milestone: { title: "sample", state: "open" } });
const type: ActionFields = () => ({ type: { name: "Sample" } });
const fieldValue: ActionFields = () => ({
  issue_field: { name: "Sample", field_type: "text" },
  issue_field_value: { value: "sample" },
});
const reviewer: ActionFields = () => ({ requested_reviewer: {} });
const from = (text: string) => ({ from: text });
const editedTitle: ActionFields = () => ({ changes: { title: from("Before it was edited") } });

const editedBody: ActionFields = () => ({ changes: { body: from("Before it was edited") } });
const editedName: ActionFields = () => ({ changes: { name: from("Before it was edited") } });

const completed = ({ now }: ActionContext) => ({ status: "completed", conclusion: "success", completed_at: now });
const running = () => ({ status: "in_progress", conclusion: null, completed_at: null });
const waiting = (status: string) => () => ({ status, conclusion: null, completed_at: null });
const suiteStatus = (status: string, conclusion: string | null) => () => ({ status, conclusion });
const queued = (status: string): ActionFields =>
  withChanges("workflow_job", () => ({
    ...waiting(status)(),
    steps: [],
    runner_id: null,
    runner_name: null,
    runner_group_id: null,
    runner_group_name: null,
  }));

const openAlert = withChanges("alert", () => ({
  state: "open",
  dismissed_at: null,
  dismissed_by: null,
  dismissed_reason: null,
}));
const openUpdaterAlert = withChanges("alert", () => ({ state: "open" }));
const dismissed = ({ now }: ActionContext) => ({ state: "dismissed", dismissed_at: now, dismissed_by: {} });
const answered = ({ now }: ActionContext) => ({
  answer_html_url: SAMPLE_URL,
  answer_chosen_at: now,
  answer_chosen_by: {},
});
const response: ActionFields = () => ({ exemption_response: { id: 1, status: "approved" } });
const resolved = ({ now }: ActionContext) => ({ resolution: "revoked", resolved_at: now, resolved_by: {} });

/** Fields that each action sets, by `event.action`. */
const ACTION_FIELDS: Readonly<Record<string, ActionFields>> = {
  "bypass_request_secret_scanning.response_dismissed": response,
  "bypass_request_secret_scanning.response_submitted": response,
  "check_run.completed": withChanges("check_run", completed),
  "check_run.created": withChanges("check_run", waiting("queued")),
  "check_run.requested_action": withChanges("check_run", completed, () => ({
    requested_action: { identifier: "sample" },
  })),
  "check_run.rerequested": withChanges("check_run", completed),
  "check_suite.completed": withChanges("check_suite", suiteStatus("completed", "success")),
  "check_suite.requested": withChanges("check_suite", suiteStatus("queued", null)),
  "check_suite.rerequested": withChanges("check_suite", suiteStatus("queued", null)),
  "code_scanning_alert.appeared_in_branch": openAlert,
  "code_scanning_alert.closed_by_user": withChanges("alert", ({ now }) => ({
    state: "dismissed",
    dismissed_at: now,
    dismissed_by: {},
    dismissed_reason: "false positive",
  })),
  "code_scanning_alert.created": openAlert,
  "code_scanning_alert.fixed": withChanges("alert", () => ({ state: "fixed" })),
  "code_scanning_alert.reopened": openAlert,
  "code_scanning_alert.reopened_by_user": openAlert,
  "code_scanning_alert.updated_assignment": openAlert,
  "deployment_review.approved": () => ({ approver: {}, comment: "Go ahead." }),
  "deployment_review.rejected": () => ({ approver: {}, comment: "Not yet." }),
  "deployment_review.requested": () => ({ environment: "production", requestor: {} }),
  "discussion.answered": withChanges("discussion", answered, () => ({ answer: { user: {} } })),
  "discussion.closed": withChanges("discussion", () => ({ state: "closed", state_reason: "resolved" })),
  "discussion.edited": editedBody,
  "discussion.labeled": label,
  "discussion.locked": withChanges("discussion", () => ({ state: "locked", locked: true })),
  "discussion.reopened": withChanges("discussion", () => ({ state: "open", state_reason: "reopened" })),
  "discussion.transferred": () => ({ changes: { new_discussion: { user: {} }, new_repository: {} } }),
  "discussion.unanswered": () => ({ old_answer: { user: {} } }),
  "discussion.unlabeled": label,
  "discussion_comment.edited": editedBody,
  "dismissal_request_code_scanning.response_submitted": response,
  "dismissal_request_secret_scanning.response_dismissed": response,
  "dismissal_request_secret_scanning.response_submitted": response,
  "dismissal_request_updater.response_dismissed": response,
  "dismissal_request_updater.response_submitted": response,
  "exemption_request_push_ruleset.response_dismissed": response,
  "exemption_request_push_ruleset.response_submitted": response,
  "installation.suspend": withChanges("installation", ({ now }) => ({ suspended_at: now, suspended_by: {} })),
  "installation.unsuspend": withChanges("installation", () => ({ suspended_at: null, suspended_by: null })),
  "issue_comment.edited": editedBody,
  "issue_comment.pinned": withChanges("comment", ({ now }) => ({ pin: { pinned_at: now, pinned_by: {} } })),
  "issues.assigned": assignee,
  "issues.closed": withChanges("issue", (context) => ({ ...closed(context), state_reason: "completed" })),
  "issues.demilestoned": milestone,
  "issues.edited": editedTitle,
  "issues.field_added": fieldValue,
  "issues.field_removed": fieldValue,
  "issues.labeled": label,
  "issues.locked": withChanges("issue", () => ({ locked: true })),
  "issues.milestoned": milestone,
  "issues.opened": withChanges("issue", () => ({ ...opened(), state_reason: null })),
  "issues.reopened": withChanges("issue", () => ({ ...opened(), state_reason: "reopened" })),
  "issues.typed": type,
  "issues.unassigned": assignee,
  "issues.unlabeled": label,
  "issues.unlocked": withChanges("issue", () => ({ locked: false, active_lock_reason: null })),
  "issues.untyped": type,
  "label.edited": editedName,
  "member.added": () => ({ member: {}, changes: { permission: { to: "write" } } }),
  "member.edited": () => ({ member: {}, changes: { permission: { from: "read", to: "write" } } }),
  "member.removed": () => ({ member: {} }),
  "membership.added": () => ({ member: {}, scope: "team" }),
  "membership.removed": () => ({ member: {}, scope: "team" }),
  "merge_group.destroyed": () => ({ reason: "merged" }),
  "milestone.closed": withChanges("milestone", closed),
  "milestone.created": withChanges("milestone", opened),
  "milestone.edited": editedTitle,
  "milestone.opened": withChanges("milestone", opened),
  "org_block.blocked": () => ({ blocked_user: {} }),
  "org_block.unblocked": () => ({ blocked_user: {} }),
  "organization.member_added": withChanges("membership", () => ({ user: {} })),
  "organization.member_invited": () => ({ invitation: { inviter: {}, role: "direct_member" }, user: {} }),
  "organization.member_removed": withChanges("membership", () => ({ user: {} })),
  "organization.renamed": () => ({ changes: { login: from("former") } }),
  "pull_request.assigned": assignee,
  "pull_request.auto_merge_disabled": () => ({ reason: "Disabled by user" }),
  "pull_request.auto_merge_enabled": withChanges("pull_request", () => ({ auto_merge: { enabled_by: {} } })),
  "pull_request.closed": withChanges("pull_request", closed),
  "pull_request.converted_to_draft": withChanges("pull_request", () => ({ draft: true })),
  "pull_request.demilestoned": milestone,
  "pull_request.edited": editedTitle,
  "pull_request.labeled": label,
  "pull_request.locked": withChanges("pull_request", () => ({ locked: true })),
  "pull_request.milestoned": milestone,
  "pull_request.opened": withChanges("pull_request", () => ({ ...opened(), merged_at: null, merged: false })),
  "pull_request.ready_for_review": withChanges("pull_request", () => ({ draft: false })),
  "pull_request.reopened": withChanges("pull_request", () => ({ ...opened(), merged_at: null, merged: false })),
  "pull_request.review_request_removed": reviewer,
  "pull_request.review_requested": reviewer,
  "pull_request.stacked": withChanges("pull_request", opened, () => ({ stack: { size: 1, position: 1 } })),
  "pull_request.synchronize": ({ previousSha, sha }) => ({ before: previousSha, after: sha }),
  "pull_request.unassigned": assignee,
  "pull_request.unlabeled": label,
  "pull_request.unlocked": withChanges("pull_request", () => ({ locked: false, active_lock_reason: null })),
  "pull_request_review.dismissed": withChanges("review", () => ({ state: "dismissed" })),
  "pull_request_review.edited": () => ({ changes: { body: from("Before it was edited") } }),
  "pull_request_review_comment.edited": editedBody,
  "release.edited": editedBody,
  "release.prereleased": withChanges("release", () => ({ prerelease: true })),
  "release.unpublished": withChanges("release", () => ({ published_at: null })),
  "repository.archived": withChanges("repository", () => ({ archived: true })),
  "repository.edited": () => ({ changes: { description: { from: null } } }),
  "repository.privatized": withChanges("repository", () => ({ private: true, visibility: "private" })),
  "repository.publicized": withChanges("repository", () => ({ private: false, visibility: "public" })),
  "repository.renamed": () => ({ changes: { repository: { name: from("former") } } }),
  "repository.transferred": () => ({ changes: { owner: { from: { user: {} } } } }),
  "repository.unarchived": withChanges("repository", () => ({ archived: false })),
  "repository_advisory.published": withChanges("repository_advisory", ({ now }) => ({
    state: "published",
    published_at: now,
  })),
  "repository_ruleset.edited": () => ({ changes: { name: from("Before it was edited") } }),
  "repository_vulnerability_alert.dismiss": withChanges("alert", ({ now }) => ({
    state: "dismissed",
    dismiss_reason: "tolerable_risk",
    dismissed_at: now,
    dismisser: {},
  })),
  "repository_vulnerability_alert.resolve": withChanges("alert", ({ now }) => ({ state: "fixed", fixed_at: now })),
  "secret_scanning_alert.assigned": assignee,
  "secret_scanning_alert.publicly_leaked": withChanges("alert", () => ({ publicly_leaked: true })),
  "secret_scanning_alert.reopened": withChanges("alert", () => ({
    resolution: null,
    resolved_at: null,
    resolved_by: null,
  })),
  "secret_scanning_alert.resolved": withChanges("alert", resolved),
  "secret_scanning_alert.unassigned": assignee,
  "secret_scanning_alert.validated": withChanges("alert", () => ({ validity: "active" })),
  "security_advisory.withdrawn": withChanges("security_advisory", ({ now }) => ({ withdrawn_at: now })),
  "star.created": ({ now }) => ({ starred_at: now }),
  "team.edited": () => ({ changes: { description: from("Before it was edited") } }),
  "updater_alert.assignees_changed": withChanges("alert", () => ({ state: "open", assignees: [{}] })),
  "updater_alert.auto_dismissed": withChanges("alert", ({ now }) => ({
    state: "auto_dismissed",
    auto_dismissed_at: now,
  })),
  "updater_alert.auto_reopened": openUpdaterAlert,
  "updater_alert.created": openUpdaterAlert,
  "updater_alert.dismissed": withChanges("alert", (context) => ({
    ...dismissed(context),
    dismissed_reason: "tolerable_risk",
  })),
  "updater_alert.fixed": withChanges("alert", ({ now }) => ({ state: "fixed", fixed_at: now })),
  "updater_alert.reintroduced": openUpdaterAlert,
  "updater_alert.reopened": openUpdaterAlert,
  "workflow_job.completed": withChanges("workflow_job", completed),
  "workflow_job.in_progress": withChanges("workflow_job", running),
  "workflow_job.queued": queued("queued"),
  "workflow_job.waiting": queued("waiting"),
  "workflow_run.completed": withChanges("workflow_run", () => ({ status: "completed", conclusion: "success" })),
  "workflow_run.in_progress": withChanges("workflow_run", () => ({ status: "in_progress", conclusion: null })),
  "workflow_run.requested": withChanges("workflow_run", () => ({ status: "requested", conclusion: null })),
};

export function actionFieldsOf(event: string, action: string | null, context: ActionContext): JsonFields {
  const key = `${event}.${action}`;
  return (Object.hasOwn(ACTION_FIELDS, key) ? ACTION_FIELDS[key] : undefined)?.(context) ?? {};
}
