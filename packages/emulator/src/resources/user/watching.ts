import type { AnyOperation } from "@forgehand/core/contract";
import { listRepositoriesWatchedByUser, listWatchedRepositories } from "@forgehand/core/operations";
import { visibleRepositories } from "../../callers/visible.ts";
import { deprecationOf } from "../../http/deprecation.ts";
import { type ApiCall, accountHandler, renderPage, userHandler } from "../../http/handler.ts";
import { renderRepository } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { watchedBy } from "../../state/subscriptions.ts";

export const watching = [
  userHandler(listWatchedRepositories, (_input, call) => listWatched(call, listWatchedRepositories, call.user)),

  accountHandler(listRepositoriesWatchedByUser, (_input, call) =>
    listWatched(call, listRepositoriesWatchedByUser, call.subject),
  ),
];

/**
 * Lists the repositories that a user watches and the caller can see. Returns nothing once the operation is deprecated.
 */
function listWatched(call: ApiCall, operation: AnyOperation, { id }: Account) {
  const { context, caller, page } = call;
  const deprecation = deprecationOf(context, operation);
  if (deprecation && context.now() >= new Date(deprecation.from)) return [];
  return renderPage(call, watchedBy(context.db, id, visibleRepositories(caller), page), ({ repository_id }) =>
    renderRepository(context, repositoryOf(context.db, repository_id), caller),
  );
}
