import { createDeployment, getDeployment, listDeployments } from "@forgehand/core/operations";
import { autoMergeDeployment } from "../../effects/auto-merge-deployment.ts";
import * as effects from "../../effects/deployments.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { conflict, HttpError, requireFound } from "../../http-error.ts";
import { renderDeployment } from "../../objects/deployment.ts";
import { checkStatesOf } from "../../rules/check-states.ts";
import { type RefUpdateContext, recordViolationsOf } from "../../rules/evaluate-rulesets.ts";
import * as state from "../../state/deployments.ts";

const PRODUCTION = "production";

export const deployments = [
  repositoryHandler(listDeployments, ({ sha, ref, task, environment }, call) => {
    const { context, repository, page } = call;
    const filter = { repository_id: repository.id, sha, ref, task, environment };
    const rowPage = state.deployments.page(context.db, filter, "id DESC", page);
    return renderPage(call, rowPage, (deployment) => renderDeployment(context, repository, deployment));
  }),

  repositoryHandler(getDeployment, ({ deployment_id }, call) =>
    renderDeployment(call.context, call.repository, requireDeployment(call, deployment_id)),
  ),

  repositoryHandler(createDeployment, (input, call) => {
    const { context, repository } = call;
    const { ref, environment = PRODUCTION, task = "deploy", description = "" } = input;
    const sha = resolveCommit({ db: context.db, repositoryId: repository.id }, ref);
    if (sha === undefined) throw new HttpError(422, `No ref found for: ${ref}`);
    const update = { context, repository, sender: requireActor(call) };
    if (input.auto_merge ?? true) {
      const message = mergeDefaultBranch(update, ref);
      if (message !== undefined) return reply(202, { message });
    }
    checkContexts(call, ref, sha, input.required_contexts);
    const deployment = effects.createDeployment(update, {
      sha,
      ref,
      task,
      environment,
      description,
      payload: input.payload ?? {},
      transient_environment: input.transient_environment ?? false,
      production_environment: input.production_environment ?? environment === PRODUCTION,
    });
    return reply(201, renderDeployment(context, repository, deployment));
  }),
];

/** @throws HttpError 404 */
export function requireDeployment({ context, repository }: RepositoryCall, id: number): state.Deployment {
  return requireFound(state.deployments.find(context.db, { id, repository_id: repository.id }));
}

/** @throws HttpError 409 if there are conflicts, or a rule prevents the merge */
function mergeDefaultBranch(update: RefUpdateContext, branch: string): string | undefined {
  const { db } = update.context;
  const merge = () => {
    try {
      return db.transaction(() => autoMergeDeployment(update, branch));
    } catch (error) {
      throw error instanceof RangeError ? conflict(error.message) : error;
    }
  };
  return recordViolationsOf(update.context, merge, (violation) => conflict(violation.message));
}

/**
 * Checks the statuses and check runs that a deployment requires: by default all of the commit's.
 * @throws HttpError 409 if any of them isn't successful
 */
function checkContexts(
  { context, repository }: RepositoryCall,
  ref: string,
  sha: string,
  required: readonly string[] | undefined,
): void {
  const states = checkStatesOf(context.db, repository.id, sha);
  const isSuccessful = (name: string) => states.some((found) => found.context === name && found.state === "success");
  const names = required ?? states.map((found) => found.context);
  if (names.every(isSuccessful)) return;
  throw new HttpError(409, `Conflict: Commit status checks failed for ${ref}.`, [
    { resource: "Deployment", field: "required_contexts", code: "invalid" },
  ]);
}
