import { listInstallationRepositories, revokeInstallationToken } from "@forgehand/core/operations";
import type { EmulatorContext } from "../../emulator-context.ts";
import { type ApiCall, defineHandler } from "../../http/handler.ts";
import type { PageWindow } from "../../http/paging.ts";
import { renderRepository } from "../../objects/repository.ts";
import { installations } from "../../state/apps.ts";
import type { RowPage } from "../../state/database.ts";
import { repositoriesOfInstallation } from "../../state/installations.ts";
import { getRepository, type Repository } from "../../state/repositories.ts";
import { type Token, tokens } from "../../state/tokens.ts";
import { timestamp } from "../../timestamp.ts";

export const installation = [
  defineHandler(listInstallationRepositories, (_input, call) => {
    const { context, caller, page, links } = call;
    const { rows, total, selection } = accessibleRepositories(context, getToken(call), page);
    links.setTotal(total);
    return {
      total_count: total,
      repositories: rows.map((repository) => renderRepository(context, repository, caller)),
      repository_selection: selection,
    };
  }),

  defineHandler(revokeInstallationToken, (_input, call) => {
    tokens.update(
      call.context.db,
      { token: getToken(call).token, revoked_at: null },
      { revoked_at: timestamp(call.context.now()) },
    );
  }),
];

/** Authorization accepts only installation and workflow tokens for these operations. */
function getToken({ caller: { token } }: ApiCall): Token {
  if (!token) throw new Error("A call that passed authorization must have a token.");
  return token;
}

/** Returns the repositories that a token can access: those of its installation, or the one of its job. */
function accessibleRepositories(
  { db }: EmulatorContext,
  token: Token,
  window: PageWindow,
): RowPage<Repository> & { readonly selection: string } {
  const tokenInstallation =
    token.installation_id === null ? undefined : installations.find(db, { id: token.installation_id });
  if (tokenInstallation) {
    const selection = token.repository_ids === null ? tokenInstallation.repository_selection : "selected";
    return { ...repositoriesOfInstallation(db, tokenInstallation, token.repository_ids, window), selection };
  }
  const repository = token.repository_id === null ? undefined : getRepository(db, token.repository_id);
  const rows = repository ? [repository] : [];
  return { rows: rows.slice(window.offset, window.offset + window.limit), total: rows.length, selection: "selected" };
}
