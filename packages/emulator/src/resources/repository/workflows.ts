import { getWorkflow, listWorkflows } from "@forgehand/core/operations";
import type { EmulatorContext } from "../../emulator-context.ts";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { requireFound } from "../../http-error.ts";
import { renderWorkflow } from "../../objects/workflow.ts";
import type { Repository } from "../../state/repositories.ts";
import * as state from "../../state/workflow-runs.ts";

const WORKFLOW_DIRECTORY = ".github/workflows";

// A workflow exists since its first run, because the emulator doesn't read workflow files.
export const workflows = [
  repositoryHandler(listWorkflows, (_input, call) => {
    const { context, repository, page } = call;
    const rowPage = state.workflows.page(context.db, { repository_id: repository.id }, "id", page);
    const render = (workflow: state.StoredWorkflow) => renderStored(context, repository, workflow);
    return { total_count: rowPage.total, workflows: renderPage(call, rowPage, render) };
  }),

  repositoryHandler(getWorkflow, ({ workflow_id }, { context, repository }) => {
    const id = Number(workflow_id);
    const workflow = requireFound(
      Number.isSafeInteger(id)
        ? state.workflows.find(context.db, { repository_id: repository.id, id })
        : state.workflows.find(context.db, {
            repository_id: repository.id,
            path: `${WORKFLOW_DIRECTORY}/${workflow_id}`,
          }),
    );
    return renderStored(context, repository, workflow);
  }),
];

function renderStored(context: EmulatorContext, repository: Repository, workflow: state.StoredWorkflow) {
  const created_at = state.firstRunTime(context.db, workflow.id) ?? repository.created_at;
  return renderWorkflow(context, repository, { ...workflow, created_at });
}
