import { fullNameOf, type Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { nodeId } from "./user.ts";

/** A workflow as events tell of it. */
interface Workflow {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly created_at: string;
}

/** The workflow that a run is one of (public description). */
export function renderWorkflow({ db, apiUrl, webUrl }: World, repository: Repository, workflow: Workflow) {
  const { id, name, path, created_at } = workflow;
  const fullName = fullNameOf(db, repository);
  const page = `${webUrl}/${fullName}`;
  return {
    ...{ id, node_id: nodeId("Workflow", id), name, path, state: "active", created_at, updated_at: created_at },
    url: `${apiUrl}/repos/${fullName}/actions/workflows/${id}`,
    html_url: `${page}/blob/${repository.default_branch}/${path}`,
    badge_url: `${page}/workflows/${encodeURIComponent(name)}/badge.svg`,
  };
}
