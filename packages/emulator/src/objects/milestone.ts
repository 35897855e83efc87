import { getAccount } from "../state/accounts.ts";
import { countOfMilestone } from "../state/issues.ts";
import { getMilestone } from "../state/milestones.ts";
import type { Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/** The milestone that something is planned for, if it is for one (public description). */
export function renderMilestone(world: World, repository: Repository, id: number | null) {
  const { db } = world;
  const milestone = id === null ? undefined : getMilestone(db, id);
  if (!milestone) return null;
  const { url, html_url } = renderSimpleRepository(world, repository);
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
    creator: milestone.creator_id === null ? null : renderUser(world, getAccount(db, milestone.creator_id)),
    open_issues: countOfMilestone(db, milestone.id, "open"),
    closed_issues: countOfMilestone(db, milestone.id, "closed"),
    created_at: milestone.created_at,
    updated_at: milestone.updated_at,
    closed_at: milestone.closed_at,
    due_on: milestone.due_on,
  };
}
