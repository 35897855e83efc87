import { type AnyOperation, definitionOf } from "@forgehand/core/contract";
import { listRepositoriesWatchedByUser, listWatchedRepositories } from "@forgehand/core/operations";
import { visibleTo } from "../../callers/visible.ts";
import { asUser, type Call, listed, onAccount } from "../../http/call.ts";
import { renderRepository } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { watchedBy } from "../../state/subscriptions.ts";

export const watching = [
  asUser(listWatchedRepositories, (_input, call) => watched(call, listWatchedRepositories, call.user)),

  onAccount(listRepositoriesWatchedByUser, (_input, call) =>
    watched(call, listRepositoriesWatchedByUser, call.subject),
  ),
];

/** What somebody watches, as far as the caller may see it; nothing since these lists are deprecated (document 3, Watching). */
function watched(call: Call, operation: AnyOperation, { id }: Account) {
  const { world, caller, window } = call;
  const { deprecated } = definitionOf(operation);
  if (deprecated && world.now() >= new Date(deprecated.from)) return [];
  return listed(call, watchedBy(world.db, id, visibleTo(caller), window), ({ repository_id }) =>
    renderRepository(world, repositoryOf(world.db, repository_id), caller),
  );
}
