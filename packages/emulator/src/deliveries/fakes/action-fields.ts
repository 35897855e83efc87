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

const opened = () => ({ state: "open", closed_at: null });
const closed = ({ now }: ActionContext) => ({ state: "closed", closed_at: now });
const assignee: ActionFields = () => ({ assignee: {} });
const label: ActionFields = () => ({ label: { name: "sample" } });
const milestone: ActionFields = () => ({ milestone: { title: "sample", state: "open" } });
const type: ActionFields = () => ({ type: { name: "Sample" } });
const reviewer: ActionFields = () => ({ requested_reviewer: {} });
const from = (text: string) => ({ from: text });
const editedTitle: ActionFields = () => ({ changes: { title: from("Before it was edited") } });

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
const resolved = ({ now }: ActionContext) => ({ resolution: "revoked", resolved_at: now, resolved_by: {} });

/** Fields that each action sets, by `event.action`. */
const ACTION_FIELDS: Readonly<Record<string, ActionFields>> = {
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
  "installation.suspend": withChanges("installation", ({ now }) => ({ suspended_at: now, suspended_by: {} })),
  "installation.unsuspend": withChanges("installation", () => ({ suspended_at: null, suspended_by: null })),
  "issues.assigned": assignee,
  "issues.closed": withChanges("issue", (context) => ({ ...closed(context), state_reason: "completed" })),
  "issues.demilestoned": milestone,
  "issues.edited": editedTitle,
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
  "member.added": () => ({ member: {}, changes: { permission: { to: "write" } } }),
  "member.edited": () => ({ member: {}, changes: { permission: { from: "read", to: "write" } } }),
  "member.removed": () => ({ member: {} }),
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
  "pull_request.synchronize": ({ previousSha, sha }) => ({ before: previousSha, after: sha }),
  "pull_request.unassigned": assignee,
  "pull_request.unlabeled": label,
  "pull_request.unlocked": withChanges("pull_request", () => ({ locked: false, active_lock_reason: null })),
  "pull_request_review.dismissed": withChanges("review", () => ({ state: "dismissed" })),
  "pull_request_review.edited": () => ({ changes: { body: from("Before it was edited") } }),
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
  "star.created": ({ now }) => ({ starred_at: now }),
  "team.edited": () => ({ changes: { description: from("Before it was edited") } }),
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
