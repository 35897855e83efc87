import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import type { IssueEvent } from "../state/issue-events.ts";
import type { Repository } from "../state/repositories.ts";
import { teams } from "../state/teams.ts";
import { renderSimpleRepository } from "./repository.ts";
import { renderTeam } from "./team.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders an event of an issue or pull request, without the issue. */
export function renderIssueEvent(context: EmulatorContext, repository: Repository, event: IssueEvent) {
  const { db } = context;
  const { url } = renderSimpleRepository(context, repository);
  const actor = event.actor_id === null ? null : renderUser(context, getAccount(db, event.actor_id));
  const { commit_sha } = event;
  return {
    id: event.id,
    node_id: nodeId("IssueEvent", event.id),
    url: `${url}/issues/events/${event.id}`,
    actor,
    event: event.event,
    commit_id: commit_sha,
    commit_url: commit_sha === null ? null : `${url}/commits/${commit_sha}`,
    created_at: event.created_at,
    performed_via_svc_app: null,
    ...subjectFields(context, event, actor),
    ...event.details,
  };
}

/** Renders who was assigned or requested. */
function subjectFields(
  context: EmulatorContext,
  { event, subject_id, team_id }: IssueEvent,
  actor: ReturnType<typeof renderUser> | null,
) {
  const { db } = context;
  const subject = subject_id === null ? null : renderUser(context, getAccount(db, subject_id));
  if (event === "assigned" || event === "unassigned") return { assignee: subject, assigner: actor };
  if (event !== "review_requested" && event !== "review_request_removed") return {};
  const team = team_id === null ? undefined : teams.find(db, { id: team_id });
  return {
    review_requester: actor,
    ...(subject ? { requested_reviewer: subject } : {}),
    ...(team ? { requested_team: renderTeam(context, team) } : {}),
  };
}
