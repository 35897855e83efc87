import { createFork } from "@forgehand/core/operations";
import * as effects from "../../effects/create-fork.ts";
import { type RepositoryCall, repositoryHandler, requireActor, requireUser } from "../../http/handler.ts";
import { forbidden, HttpError, requireFound } from "../../http-error.ts";
import { type Account, accounts, getAccount } from "../../state/accounts.ts";
import { isEmptyRepository } from "../../state/git-store.ts";
import { renderNewRepository, requireCreationAllowed } from "../shared/new-repository.ts";
import { readRepositoryName } from "../shared/repository-name.ts";

export const forks = [
  repositoryHandler(createFork, (input, call) => {
    const { context, repository } = call;
    const owner = readOwner(call, input.organization);
    const name = input.name === undefined ? repository.name : readRepositoryName(input.name);
    requireForkable(call);
    requireCreationAllowed(call, owner, repository);
    const fork = context.db.transaction(() =>
      effects.createFork(
        { context, repository, sender: requireActor(call) },
        { owner, name, isDefaultBranchOnly: input.default_branch_only ?? false },
      ),
    );
    return renderNewRepository(call, fork);
  }),
];

/**
 * Returns the owner of the fork: an organization, or else the caller.
 * @throws HttpError 404 or 422 if it isn't an organization
 */
function readOwner(call: RepositoryCall, login: string | undefined): Account {
  if (login === undefined) return requireUser(call);
  const owner = requireFound(accounts.find(call.context.db, { login }));
  if (owner.type === "Organization") return owner;
  throw new HttpError(
    422,
    `'${login}' is the login for a user account. You must pass the login for an organization account.`,
  );
}

/** @throws HttpError 403 if the repository is empty, or if its organization doesn't allow forks */
function requireForkable({ context, repository }: RepositoryCall): void {
  if (isEmptyRepository({ db: context.db, repositoryId: repository.id })) {
    throw forbidden("The repository exists, but it contains no Git content. Empty repositories cannot be forked.");
  }
  const isOfOrganization = getAccount(context.db, repository.owner_id).type === "Organization";
  if (repository.private && isOfOrganization && !repository.settings.allow_forking) {
    throw forbidden("Forking is disabled for this repository.");
  }
}
