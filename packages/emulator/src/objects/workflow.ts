import type { EmulatorContext } from "../emulator-context.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { firstRunTime, type StoredWorkflow } from "../state/workflow-runs.ts";
import { nodeId } from "./user.ts";

/** Renders a workflow. One without a file exists since its first run. */
export function renderWorkflow(
  { db, apiUrl, webUrl }: EmulatorContext,
  repository: Repository,
  workflow: StoredWorkflow,
) {
  const { id, name, path, state } = workflow;
  const created_at = workflow.created_at ?? firstRunTime(db, id) ?? repository.created_at;
  const fullName = fullNameOf(db, repository);
  const page = `${webUrl}/${fullName}`;
  return {
    id,
    node_id: nodeId("Workflow", id),
    name,
    path,
    state,
    created_at,
    updated_at: workflow.updated_at ?? created_at,
    url: `${apiUrl}/repos/${fullName}/actions/workflows/${id}`,
    html_url: `${page}/blob/${repository.default_branch}/${path}`,
    badge_url: `${page}/workflows/${encodeURIComponent(name)}/badge.svg`,
  };
}
