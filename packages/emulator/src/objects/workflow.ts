import type { EmulatorContext } from "../emulator-context.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { nodeId } from "./user.ts";

/** The workflow fields that responses and events use. */
interface WorkflowIdentity {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly created_at: string;
}

/** Renders a workflow. */
export function renderWorkflow(
  { db, apiUrl, webUrl }: EmulatorContext,
  repository: Repository,
  workflow: WorkflowIdentity,
) {
  const { id, name, path, created_at } = workflow;
  const fullName = fullNameOf(db, repository);
  const page = `${webUrl}/${fullName}`;
  return {
    id,
    node_id: nodeId("Workflow", id),
    name,
    path,
    state: "active" as const,
    created_at,
    updated_at: created_at,
    url: `${apiUrl}/repos/${fullName}/actions/workflows/${id}`,
    html_url: `${page}/blob/${repository.default_branch}/${path}`,
    badge_url: `${page}/workflows/${encodeURIComponent(name)}/badge.svg`,
  };
}
