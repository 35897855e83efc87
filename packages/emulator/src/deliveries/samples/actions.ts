import type { Fields } from "./sample.ts";
import type { SampleGround } from "./values.ts";

/** What changes of actions are told with. */
type Doing = Pick<SampleGround, "now" | "sha" | "before">;

type Said = (doing: Doing) => Fields;

/** The thing that an event is about, after the action. */
const becomes =
  (thing: string, change: (doing: Doing) => Fields, beside: Said = () => ({})): Said =>
  (doing) => ({ [thing]: change(doing), ...beside(doing) });

const opened = () => ({ state: "open", closed_at: null });
const closed = ({ now }: Doing) => ({ state: "closed", closed_at: now });
const assignee: Said = () => ({ assignee: {} });
const label: Said = () => ({ label: { name: "sample" } });
const milestone: Said = () => ({ milestone: { title: "sample", state: "open" } });
const type: Said = () => ({ type: { name: "Sample" } });
const reviewer: Said = () => ({ requested_reviewer: {} });
const from = (text: string) => ({ from: text });
const retitled: Said = () => ({ changes: { title: from("Before it was edited") } });

const ended = ({ now }: Doing) => ({ status: "completed", conclusion: "success", completed_at: now });
const running = () => ({ status: "in_progress", conclusion: null, completed_at: null });
const waiting = (status: string) => () => ({ status, conclusion: null, completed_at: null });
const suite = (status: string, conclusion: string | null) => () => ({ status, conclusion });
const queued = (status: string): Said =>
  becomes("workflow_job", () => ({
    ...waiting(status)(),
    ...{ steps: [], runner_id: null, runner_name: null, runner_group_id: null, runner_group_name: null },
  }));

const found = becomes("alert", () => ({
  state: "open",
  dismissed_at: null,
  dismissed_by: null,
  dismissed_reason: null,
}));
const resolved = ({ now }: Doing) => ({ resolution: "revoked", resolved_at: now, resolved_by: {} });

/** What each action says of what it was done to, where it says anything: `event.action`. */
const SAID: Readonly<Record<string, Said>> = {
  "check_run.completed": becomes("check_run", ended),
  "check_run.created": becomes("check_run", waiting("queued")),
  "check_run.requested_action": becomes("check_run", ended, () => ({ requested_action: { identifier: "sample" } })),
  "check_run.rerequested": becomes("check_run", ended),
  "check_suite.completed": becomes("check_suite", suite("completed", "success")),
  "check_suite.requested": becomes("check_suite", suite("queued", null)),
  "check_suite.rerequested": becomes("check_suite", suite("queued", null)),
  "code_scanning_alert.appeared_in_branch": found,
  "code_scanning_alert.closed_by_user": becomes("alert", ({ now }) => ({
    ...{ state: "dismissed", dismissed_at: now, dismissed_by: {}, dismissed_reason: "false positive" },
  })),
  "code_scanning_alert.created": found,
  "code_scanning_alert.fixed": becomes("alert", () => ({ state: "fixed" })),
  "code_scanning_alert.reopened": found,
  "code_scanning_alert.reopened_by_user": found,
  "code_scanning_alert.updated_assignment": found,
  "installation.suspend": becomes("installation", ({ now }) => ({ suspended_at: now, suspended_by: {} })),
  "installation.unsuspend": becomes("installation", () => ({ suspended_at: null, suspended_by: null })),
  "issues.assigned": assignee,
  "issues.closed": becomes("issue", (doing) => ({ ...closed(doing), state_reason: "completed" })),
  "issues.demilestoned": milestone,
  "issues.edited": retitled,
  "issues.labeled": label,
  "issues.locked": becomes("issue", () => ({ locked: true })),
  "issues.milestoned": milestone,
  "issues.opened": becomes("issue", () => ({ ...opened(), state_reason: null })),
  "issues.reopened": becomes("issue", () => ({ ...opened(), state_reason: "reopened" })),
  "issues.typed": type,
  "issues.unassigned": assignee,
  "issues.unlabeled": label,
  "issues.unlocked": becomes("issue", () => ({ locked: false, active_lock_reason: null })),
  "issues.untyped": type,
  "member.added": () => ({ member: {}, changes: { permission: { to: "write" } } }),
  "member.edited": () => ({ member: {}, changes: { permission: { from: "read", to: "write" } } }),
  "member.removed": () => ({ member: {} }),
  "organization.member_added": becomes("membership", () => ({ user: {} })),
  "organization.member_invited": () => ({ invitation: { inviter: {}, role: "direct_member" }, user: {} }),
  "organization.member_removed": becomes("membership", () => ({ user: {} })),
  "organization.renamed": () => ({ changes: { login: from("former") } }),
  "pull_request.assigned": assignee,
  "pull_request.auto_merge_disabled": () => ({ reason: "Disabled by user" }),
  "pull_request.auto_merge_enabled": becomes("pull_request", () => ({ auto_merge: { enabled_by: {} } })),
  "pull_request.closed": becomes("pull_request", closed),
  "pull_request.converted_to_draft": becomes("pull_request", () => ({ draft: true })),
  "pull_request.demilestoned": milestone,
  "pull_request.edited": retitled,
  "pull_request.labeled": label,
  "pull_request.locked": becomes("pull_request", () => ({ locked: true })),
  "pull_request.milestoned": milestone,
  "pull_request.opened": becomes("pull_request", () => ({ ...opened(), merged_at: null, merged: false })),
  "pull_request.ready_for_review": becomes("pull_request", () => ({ draft: false })),
  "pull_request.reopened": becomes("pull_request", () => ({ ...opened(), merged_at: null, merged: false })),
  "pull_request.review_request_removed": reviewer,
  "pull_request.review_requested": reviewer,
  "pull_request.synchronize": ({ before, sha }) => ({ before, after: sha }),
  "pull_request.unassigned": assignee,
  "pull_request.unlabeled": label,
  "pull_request.unlocked": becomes("pull_request", () => ({ locked: false, active_lock_reason: null })),
  "pull_request_review.dismissed": becomes("review", () => ({ state: "dismissed" })),
  "pull_request_review.edited": () => ({ changes: { body: from("Before it was edited") } }),
  "repository.archived": becomes("repository", () => ({ archived: true })),
  "repository.edited": () => ({ changes: { description: { from: null } } }),
  "repository.privatized": becomes("repository", () => ({ private: true, visibility: "private" })),
  "repository.publicized": becomes("repository", () => ({ private: false, visibility: "public" })),
  "repository.renamed": () => ({ changes: { repository: { name: from("former") } } }),
  "repository.transferred": () => ({ changes: { owner: { from: { user: {} } } } }),
  "repository.unarchived": becomes("repository", () => ({ archived: false })),
  "repository_advisory.published": becomes("repository_advisory", ({ now }) => ({
    ...{ state: "published", published_at: now },
  })),
  "secret_scanning_alert.assigned": assignee,
  "secret_scanning_alert.publicly_leaked": becomes("alert", () => ({ publicly_leaked: true })),
  "secret_scanning_alert.reopened": becomes("alert", () => ({
    resolution: null,
    resolved_at: null,
    resolved_by: null,
  })),
  "secret_scanning_alert.resolved": becomes("alert", resolved),
  "secret_scanning_alert.unassigned": assignee,
  "secret_scanning_alert.validated": becomes("alert", () => ({ validity: "active" })),
  "star.created": ({ now }) => ({ starred_at: now }),
  "team.edited": () => ({ changes: { description: from("Before it was edited") } }),
  "workflow_job.completed": becomes("workflow_job", ended),
  "workflow_job.in_progress": becomes("workflow_job", running),
  "workflow_job.queued": queued("queued"),
  "workflow_job.waiting": queued("waiting"),
  "workflow_run.completed": becomes("workflow_run", () => ({ status: "completed", conclusion: "success" })),
  "workflow_run.in_progress": becomes("workflow_run", () => ({ status: "in_progress", conclusion: null })),
  "workflow_run.requested": becomes("workflow_run", () => ({ status: "requested", conclusion: null })),
};

/** What an action says of what it was done to. */
export function saidBy(event: string, action: string | null, doing: Doing): Fields {
  const key = `${event}.${action}`;
  return (Object.hasOwn(SAID, key) ? SAID[key] : undefined)?.(doing) ?? {};
}
