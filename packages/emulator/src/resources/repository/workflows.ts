import {
  createWorkflowDispatch,
  disableWorkflow,
  enableWorkflow,
  getWorkflow,
  listWorkflows,
} from "@forgehand/core/operations";
import { dispatchWorkflow } from "../../effects/dispatch-workflow.ts";
import { registerWorkflows } from "../../effects/register-workflows.ts";
import { WORKFLOW_DIRECTORY } from "../../effects/workflow-files/read-workflows.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { forbidden, HttpError, requireFound } from "../../http-error.ts";
import { renderWorkflow } from "../../objects/workflow.ts";
import { canRunWorkflows } from "../../state/actions-permissions.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import * as state from "../../state/workflow-runs.ts";
import { timestamp } from "../../timestamp.ts";

export const workflows = [
  repositoryHandler(listWorkflows, (_input, call) => {
    const { context, repository, page } = call;
    registerWorkflows(context.db, repository);
    const rowPage = state.workflows.page(context.db, { repository_id: repository.id }, "id", page);
    const render = (workflow: state.StoredWorkflow) => renderWorkflow(context, repository, workflow);
    return { total_count: rowPage.total, workflows: renderPage(call, rowPage, render) };
  }),

  repositoryHandler(getWorkflow, ({ workflow_id }, { context, repository }) =>
    renderWorkflow(context, repository, requireWorkflow(context, repository, workflow_id)),
  ),

  repositoryHandler(createWorkflowDispatch, (input, call) => {
    const { context, repository } = call;
    const workflow = requireWorkflow(context, repository, input.workflow_id);
    if (!canRunWorkflows(context.db, repository)) throw forbidden("Actions are disabled for this repository");
    const { ref, inputs = {} } = input;
    const result = dispatchWorkflow(context, { repository, sender: requireActor(call), workflow, ref, inputs });
    if ("problem" in result) throw new HttpError(422, result.problem);
    if (!input.return_run_details) return reply(204, undefined);
    const { runId } = result;
    const path = `${fullNameOf(context.db, repository)}/actions/runs/${runId}`;
    return {
      workflow_run_id: runId,
      run_url: `${context.apiUrl}/repos/${path}`,
      html_url: `${context.webUrl}/${path}`,
    };
  }),

  repositoryHandler(disableWorkflow, ({ workflow_id }, call) => changeState(call, workflow_id, "disabled_manually")),

  repositoryHandler(enableWorkflow, ({ workflow_id }, call) => changeState(call, workflow_id, "active")),
];

/**
 * Returns the workflow with an id or the name of a file.
 * @throws HttpError 404
 */
export function requireWorkflow(
  { db }: EmulatorContext,
  repository: Repository,
  idOrFile: number | string,
): state.StoredWorkflow {
  registerWorkflows(db, repository);
  const id = Number(idOrFile);
  return requireFound(
    Number.isSafeInteger(id)
      ? state.workflows.find(db, { repository_id: repository.id, id })
      : state.workflows.find(db, { repository_id: repository.id, path: `${WORKFLOW_DIRECTORY}/${idOrFile}` }),
  );
}

function changeState(
  { context, repository }: RepositoryCall,
  idOrFile: number | string,
  newState: state.WorkflowState,
): undefined {
  const { id, state: current } = requireWorkflow(context, repository, idOrFile);
  if (current === newState) return;
  const updated_at = timestamp(context.now());
  state.workflows.update(context.db, { id }, { state: newState, updated_at });
}
