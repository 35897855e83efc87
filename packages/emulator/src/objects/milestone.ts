import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { issues } from "../state/issues.ts";
import { type Milestone, milestones } from "../state/milestones.ts";
import type { Repository } from "../state/repositories.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders the milestone of an issue, or null if it has none. */
export function renderMilestone(context: EmulatorContext, repository: Repository, id: number | null) {
  const milestone = id === null ? undefined : milestones.find(context.db, { id });
  return milestone ? milestoneObject(context, repository, milestone) : null;
}

export function milestoneObject(context: EmulatorContext, repository: Repository, milestone: Milestone) {
  const { db } = context;
  const { url, html_url } = renderSimpleRepository(context, repository);
  const address = `${url}/milestones/${milestone.number}`;
  return {
    url: address,
    html_url: `${html_url}/milestone/${milestone.number}`,
    labels_url: `${address}/labels`,
    id: milestone.id,
    node_id: nodeId("Milestone", milestone.id),
    number: milestone.number,
    state: milestone.state,
    title: milestone.title,
    description: milestone.description,
    creator: milestone.creator_id === null ? null : renderUser(context, getAccount(db, milestone.creator_id)),
    open_issues: issues.count(db, { milestone_id: milestone.id, state: "open", deleted_at: null, moved_number: null }),
    closed_issues: issues.count(db, {
      milestone_id: milestone.id,
      state: "closed",
      deleted_at: null,
      moved_number: null,
    }),
    created_at: milestone.created_at,
    updated_at: milestone.updated_at,
    closed_at: milestone.closed_at,
    due_on: milestone.due_on,
  };
}
