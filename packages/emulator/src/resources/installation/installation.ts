import { listInstallationRepositories, revokeInstallationToken } from "@forgehand/core/operations";
import { type Call, handle } from "../../http/call.ts";
import type { PageWindow } from "../../http/paging.ts";
import { renderRepository } from "../../objects/repository.ts";
import { getInstallation } from "../../state/apps.ts";
import type { Part } from "../../state/database.ts";
import { repositoriesReachedBy } from "../../state/installations.ts";
import { getRepository, type Repository } from "../../state/repositories.ts";
import { revokeToken, type Token } from "../../state/tokens.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

export const installation = [
  handle(listInstallationRepositories, (_input, call) => {
    const { world, caller, window, links } = call;
    const { rows, total, selection } = reachedBy(world, tokenOf(call), window);
    links.total(total);
    return {
      total_count: total,
      repositories: rows.map((repository) => renderRepository(world, repository, caller)),
      repository_selection: selection,
    };
  }),

  handle(revokeInstallationToken, (_input, call) => {
    revokeToken(call.world.db, tokenOf(call).token, timestamp(call.world.now()));
    return undefined;
  }),
];

/** The gate lets only tokens in, and of those an installation's and a job's. */
function tokenOf({ caller: { token } }: Call): Token {
  if (!token) throw new Error("A call without a token came past the gate.");
  return token;
}

/** The repositories that a token reaches: those that its installation does, or the one that its job runs for. */
function reachedBy({ db }: World, token: Token, window: PageWindow): Part<Repository> & { readonly selection: string } {
  const installed = token.installation_id === null ? undefined : getInstallation(db, token.installation_id);
  if (installed) {
    const selection = token.repository_ids === null ? installed.repository_selection : "selected";
    return { ...repositoriesReachedBy(db, installed, token.repository_ids, window), selection };
  }
  const repository = token.repository_id === null ? undefined : getRepository(db, token.repository_id);
  const own = repository ? [repository] : [];
  return { rows: own.slice(window.offset, window.offset + window.limit), total: own.length, selection: "selected" };
}
