import {
  addUserCodespacesSecretRepository,
  deleteUserCodespacesSecret,
  getUserCodespacesPublicKey,
  getUserCodespacesSecret,
  listUserCodespacesSecretRepositories,
  listUserCodespacesSecrets,
  putUserCodespacesSecret,
  removeUserCodespacesSecretRepository,
  setUserCodespacesSecretRepositories,
} from "@forgehand/core/operations";
import type { Caller } from "../../callers/caller.ts";
import { canSeeRepository } from "../../callers/permission.ts";
import { visibleRepositories } from "../../callers/visible.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { renderPage, userHandler } from "../../http/handler.ts";
import { invalid, notFound } from "../../http-error.ts";
import { renderRepository } from "../../objects/repository.ts";
import { renderPublicKey, renderUserSecret } from "../../objects/secret.ts";
import type { Account } from "../../state/accounts.ts";
import { ALL_ROWS, type Database } from "../../state/database.ts";
import { getRepository, type Repository } from "../../state/repositories.ts";
import * as state from "../../state/secrets.ts";
import {
  deselectRepository,
  type Selection,
  selectedRepositories,
  selectionOf,
  selectRepositories,
  selectRepository,
} from "../../state/selections.ts";
import { timestamp } from "../../timestamp.ts";
import { checkLimit, readValue } from "../shared/secrets.ts";

// A user's secrets are like an organization's, except that they always have a selection of repositories: any that the
// user can see.

const scopeOf = ({ id }: Account): state.SecretScope => ({ kind: "codespaces", level: "user", id });

export const codespacesSecrets = [
  userHandler(listUserCodespacesSecrets, (_input, call) => {
    const { context, user, page } = call;
    const rowPage = state.secrets.page(context.db, state.inScope(scopeOf(user)), "name", page);
    const secrets = renderPage(call, rowPage, (secret) => renderUserSecret(context, "codespaces", secret));
    return { total_count: rowPage.total, secrets };
  }),

  userHandler(getUserCodespacesPublicKey, (_input, { context, user }) =>
    renderPublicKey(state.sealKey(context.db, scopeOf(user))),
  ),

  userHandler(getUserCodespacesSecret, ({ secret_name }, { context, user }) => {
    const secret = state.secrets.find(context.db, { ...state.inScope(scopeOf(user)), name: secret_name });
    return secret ? renderUserSecret(context, "codespaces", secret) : null;
  }),

  userHandler(putUserCodespacesSecret, (input, { context, caller, user }) => {
    const { db, now } = context;
    const { secret_name: name, selected_repository_ids: ids = [] } = input;
    const existing = state.secrets.find(db, { ...state.inScope(scopeOf(user)), name });
    const value = readValue(db, scopeOf(user), existing, input);
    const repositories = checkVisible(context, caller, ids);
    if (!existing) checkLimit(db, scopeOf(user));
    db.transaction(() => {
      const id = state.putSecret(db, scopeOf(user), { name, value, visibility: "selected" }, timestamp(now()));
      selectRepositories(db, selectionOf("secret", id), repositories);
    });
    return existing ? "updated" : "created";
  }),

  userHandler(deleteUserCodespacesSecret, ({ secret_name }, { context, user }) => {
    if (state.secrets.delete(context.db, { ...state.inScope(scopeOf(user)), name: secret_name }) === 0)
      throw notFound();
    return undefined;
  }),

  userHandler(listUserCodespacesSecretRepositories, ({ secret_name }, { context, caller, user }) => {
    const selection = requireSelection(context.db, user, secret_name);
    const { rows, total } = selectedRepositories(context.db, selection, visibleRepositories(caller), ALL_ROWS);
    return {
      total_count: total,
      repositories: rows.map((repository) => renderRepository(context, repository, caller)),
    };
  }),

  userHandler(setUserCodespacesSecretRepositories, (input, { context, caller, user }) => {
    const selection = requireSelection(context.db, user, input.secret_name);
    selectRepositories(context.db, selection, checkVisible(context, caller, input.selected_repository_ids));
    return undefined;
  }),

  ...singleRepositoryHandlers(),
];

function singleRepositoryHandlers() {
  const createHandler = (operation: typeof addUserCodespacesSecretRepository, change: typeof selectRepository) =>
    userHandler(operation, ({ secret_name, repository_id }, { context, caller, user }) => {
      const selection = requireSelection(context.db, user, secret_name);
      const repository = findVisible(context, caller, repository_id);
      if (!repository) throw notFound();
      change(context.db, selection, repository.id);
      return undefined;
    });
  return [
    createHandler(addUserCodespacesSecretRepository, selectRepository),
    createHandler(removeUserCodespacesSecretRepository, deselectRepository),
  ];
}

/** @throws HttpError 404 if the secret doesn't exist */
function requireSelection(db: Database, user: Account, name: string): Selection {
  const secret = state.secrets.find(db, { ...state.inScope(scopeOf(user)), name });
  if (!secret) throw notFound();
  return selectionOf("secret", secret.id);
}

/**
 * Returns the ids without duplicates.
 * @throws HttpError 422 on a repository that the caller can't see
 */
function checkVisible(context: EmulatorContext, caller: Caller, ids: readonly number[]): Set<number> {
  for (const id of ids) {
    if (!findVisible(context, caller, id)) {
      throw invalid(
        "selected_repository_ids",
        `selected_repository_ids must be repositories that the user can see, got ${id}`,
      );
    }
  }
  return new Set(ids);
}

function findVisible(context: EmulatorContext, caller: Caller, id: number): Repository | undefined {
  const repository = getRepository(context.db, id);
  return repository && canSeeRepository(context, caller, repository) ? repository : undefined;
}
