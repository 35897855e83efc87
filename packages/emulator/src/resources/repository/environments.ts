import type { Input } from "@forgehand/core/contract";
import { deleteEnvironment, getEnvironment, listEnvironments, putEnvironment } from "@forgehand/core/operations";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { invalid, requireFound } from "../../http-error.ts";
import { renderEnvironment } from "../../objects/environment.ts";
import { getAccount } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import * as state from "../../state/environments.ts";
import { grantedPermission, type Repository } from "../../state/repositories.ts";
import { teams } from "../../state/teams.ts";
import { timestamp } from "../../timestamp.ts";

const MAX_NAME_LENGTH = 255;

export const environments = [
  repositoryHandler(listEnvironments, (_input, call) => {
    const { context, repository, page } = call;
    const rowPage = state.environments.page(context.db, { repository_id: repository.id }, "name", page);
    const environments = renderPage(call, rowPage, (environment) =>
      renderEnvironment(context, repository, environment),
    );
    return { total_count: rowPage.total, environments };
  }),

  repositoryHandler(getEnvironment, ({ environment_name }, { context, repository }) => {
    const environment = state.environments.find(context.db, { repository_id: repository.id, name: environment_name });
    return environment ? renderEnvironment(context, repository, environment) : null;
  }),

  repositoryHandler(putEnvironment, (input, { context, repository }) => {
    const { db, now } = context;
    const { environment_name: name } = input;
    if (name.trim() === "" || name.length > MAX_NAME_LENGTH) {
      throw invalid("environment_name", `environment_name must have 1 to ${MAX_NAME_LENGTH} characters`);
    }
    state.putEnvironment(db, repository.id, name, readProtection(db, repository, input), timestamp(now()));
    return renderEnvironment(context, repository, requireEnvironment(db, repository.id, name));
  }),

  repositoryHandler(deleteEnvironment, ({ environment_name }, { context: { db }, repository }) => {
    state.deleteEnvironment(db, requireEnvironment(db, repository.id, environment_name));
  }),
];

/** @throws HttpError 404 */
export function requireEnvironment(db: Database, repositoryId: number, name: string): state.Environment {
  return requireFound(state.environments.find(db, { repository_id: repositoryId, name }));
}

/**
 * Returns the protection that a request describes; rules that it omits are removed.
 * @throws HttpError 422 on a reviewer that can't see the repository
 */
function readProtection(
  db: Database,
  repository: Repository,
  { wait_timer, prevent_self_review, reviewers, deployment_branch_policy: policy }: Input<typeof putEnvironment>,
): state.EnvironmentProtection {
  const protectedOrCustom = policy?.protected_branches ? "protected" : "custom";
  return {
    branches: policy ? protectedOrCustom : "all",
    waitTimer: wait_timer ?? 0,
    reviewers: (reviewers ?? []).map((reviewer) => readReviewer(db, repository, reviewer)),
    preventSelfReview: prevent_self_review ?? false,
  };
}

function readReviewer(
  db: Database,
  repository: Repository,
  { type, id }: { readonly type: "User" | "Team"; readonly id: number },
): state.EnvironmentReviewer {
  if (type === "Team") {
    if (teams.find(db, { id })?.organization_id === repository.owner_id) return { teamId: id };
  } else if (grantedPermission(db, repository, id) !== "none" && getAccount(db, id).type === "User") {
    return { userId: id };
  }
  throw invalid("reviewers", `reviewers must be users or teams with access to the repository, got ${type} ${id}`);
}
