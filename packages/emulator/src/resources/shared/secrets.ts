import type { Operation, Output } from "@forgehand/core/contract";
import {
  type getRepositoryActionsPublicKey,
  listRepositoryOrganizationAgentsSecrets,
} from "@forgehand/core/operations";
import { visibleRepositories } from "../../callers/visible.ts";
import {
  type ApiCall,
  type DefineHandler,
  type Handler,
  type OrganizationCall,
  organizationHandler,
  renderPage,
  repositoryHandler,
  type UserCall,
  userHandler,
} from "../../http/handler.ts";
import { invalid, notFound, notSupplied, requireFound } from "../../http-error.ts";
import { renderRepository } from "../../objects/repository.ts";
import { renderOrganizationSecret, renderPublicKey, renderSecret, renderUserSecret } from "../../objects/secret.ts";
import { openSealed } from "../../sealed-box.ts";
import { ALL_ROWS, type Database } from "../../state/database.ts";
import * as state from "../../state/secrets.ts";
import { selectedRepositories, selectionOf, selectRepositories, type Visibility } from "../../state/selections.ts";
import { timestamp } from "../../timestamp.ts";
import { requireEnvironment } from "../repository/environments.ts";
import { OPERATIONS } from "./operations-by-name.ts";
import {
  checkRepositories,
  ORGANIZATION_SELECTION,
  type SelectionSource,
  selectedByVisibility,
  selectionChanges,
  selectionList,
  USER_SELECTION,
} from "./selected-repositories.ts";

// Four kinds of secrets at four levels work alike. A value is encrypted with the public key of its kind and level,
// decrypted when it is written, and never returned.

/** Maximum size of a secret in bytes (GitHub's documentation). */
const MAX_VALUE_BYTES = 48 * 1024;

/** Maximum number of secrets of a kind (GitHub's documentation). */
const MAX_SECRETS: Readonly<Record<state.SecretScope["level"], number>> = {
  organization: 1000,
  repository: 100,
  environment: 100,
  user: 100,
};

/** Each kind of secret by its name in the names of operations. */
const KINDS = [
  ["actions", "Actions"],
  ["agents", "Agents"],
  ["codespaces", "Codespaces"],
  ["updater", "Updater"],
] as const satisfies readonly (readonly [state.SecretKind, string])[];
type KindName = (typeof KINDS)[number][1];

/** Returns the operations on the secrets of one kind and level. */
const operationsOn = <
  O extends `${"Organization" | "Repository"}${KindName}` | "EnvironmentActions" | "UserCodespaces",
>(
  owner: O,
) => ({
  list: OPERATIONS[`list${owner}Secrets` as const],
  publicKey: OPERATIONS[`get${owner}PublicKey` as const],
  get: OPERATIONS[`get${owner}Secret` as const],
  put: OPERATIONS[`put${owner}Secret` as const],
  remove: OPERATIONS[`delete${owner}Secret` as const],
});

interface SecretNameInput {
  readonly secret_name: string;
}

interface SecretInput extends SecretNameInput {
  readonly encrypted_value?: string | undefined;
  readonly key_id?: string | undefined;
}

/** @template P path parameters, I input of `put`, S rendered secret */
interface SecretOperations<P, I, S> {
  readonly list: Operation<P, { readonly total_count: number; readonly secrets: S[] }>;
  readonly publicKey: Operation<P, Output<typeof getRepositoryActionsPublicKey>>;
  readonly get: Operation<P & SecretNameInput, S | null>;
  readonly put: Operation<I, "created" | "updated">;
  readonly remove: Operation<P & SecretNameInput, undefined>;
}

/** One kind of secret at one level. */
interface SecretLevel<C, P, I, S> {
  /** Returns where a request's secrets are stored. */
  readonly scopeOf: (call: C, input: P) => state.SecretScope;
  readonly render: (secret: state.Secret, call: C) => S;
  /** Returns the repositories that can read a new value; undefined if the level has no selections. */
  readonly readAccess?: (
    input: I,
    call: C,
  ) => { readonly visibility: Visibility; readonly repositories: Iterable<number> };
}

function secretHandlers<C extends ApiCall, P, I extends P & SecretInput, S>(
  define: DefineHandler<C>,
  { list, publicKey, get, put, remove }: SecretOperations<P, I, S>,
  { scopeOf, render, readAccess }: SecretLevel<C, P, I, S>,
): Handler[] {
  const nameInScope = (call: C, input: P & SecretNameInput) => ({
    ...state.inScope(scopeOf(call, input)),
    name: input.secret_name,
  });
  return [
    define(list, (input, call) => {
      const rowPage = state.secrets.page(call.context.db, state.inScope(scopeOf(call, input)), "name", call.page);
      return { total_count: rowPage.total, secrets: renderPage(call, rowPage, (secret) => render(secret, call)) };
    }),

    define(publicKey, (input, call) => renderPublicKey(state.sealKey(call.context.db, scopeOf(call, input)))),

    define(get, (input, call) => {
      const secret = state.secrets.find(call.context.db, nameInScope(call, input));
      return secret ? render(secret, call) : null;
    }),

    define(put, (input, call) => {
      const { db, now } = call.context;
      const scope = scopeOf(call, input);
      const existing = state.secrets.find(db, { ...state.inScope(scope), name: input.secret_name });
      const value = readValue(db, scope, existing, input);
      const access = readAccess?.(input, call);
      if (!existing) checkLimit(db, scope);
      db.transaction(() => {
        const settings = { name: input.secret_name, value, visibility: access?.visibility ?? null };
        const id = state.putSecret(db, scope, settings, timestamp(now()));
        // The selection is replaced together with the value. Without one, it becomes empty.
        if (access) selectRepositories(db, selectionOf("secret", id), access.repositories);
      });
      return existing ? "updated" : "created";
    }),

    define(remove, (input, call) => {
      if (state.secrets.delete(call.context.db, nameInScope(call, input)) === 0) throw notFound();
    }),
  ];
}

function repositorySecrets(kind: state.SecretKind, name: KindName): Handler[] {
  return secretHandlers(repositoryHandler, operationsOn(`Repository${name}`), {
    scopeOf: ({ repository: { id } }) => ({ kind, level: "repository", id }),
    render: renderSecret,
  });
}

/** Returns the operations on the repositories that can read the secrets of one kind and level. */
const selectionOperationsOn = <O extends `Organization${KindName}` | "UserCodespaces">(owner: O) => ({
  list: OPERATIONS[`list${owner}SecretRepositories` as const],
  set: OPERATIONS[`set${owner}SecretRepositories` as const],
  add: OPERATIONS[`add${owner}SecretRepository` as const],
  remove: OPERATIONS[`remove${owner}SecretRepository` as const],
});

function organizationSecrets(kind: state.SecretKind, name: KindName): Handler[] {
  const scopeOf = ({ organization: { id } }: OrganizationCall): state.SecretScope => ({
    kind,
    level: "organization",
    id,
  });
  const readers = selectedByVisibility("secret", (call, { secret_name }: SecretNameInput & { readonly org: string }) =>
    state.secrets.find(call.context.db, { ...state.inScope(scopeOf(call)), name: secret_name }),
  );
  const { list, ...changes } = selectionOperationsOn(`Organization${name}`);
  return [
    ...secretHandlers(organizationHandler, operationsOn(`Organization${name}`), {
      scopeOf,
      render: (secret, { context, organization }) => renderOrganizationSecret(context, organization, kind, secret),
      readAccess: ({ visibility, selected_repository_ids: ids }, call) => ({
        visibility,
        repositories: checkRepositories(ORGANIZATION_SELECTION, call, ids),
      }),
    }),
    selectionList(readers, list),
    ...selectionChanges(readers, changes),
  ];
}

/** A user's secrets are like an organization's, except that they always have a selection of repositories. */
function userSecrets(): Handler[] {
  const scopeOf = ({ user: { id } }: UserCall): state.SecretScope => ({ kind: "codespaces", level: "user", id });
  const readers: SelectionSource<UserCall, SecretNameInput> = {
    ...USER_SELECTION,
    requireSelection: (call, { secret_name: name }) =>
      selectionOf(
        "secret",
        requireFound(state.secrets.find(call.context.db, { ...state.inScope(scopeOf(call)), name })).id,
      ),
  };
  const { list, ...changes } = selectionOperationsOn("UserCodespaces");
  return [
    ...secretHandlers(userHandler, operationsOn("UserCodespaces"), {
      scopeOf,
      render: (secret, { context }) => renderUserSecret(context, "codespaces", secret),
      readAccess: ({ selected_repository_ids: ids }, call) => ({
        visibility: "selected",
        repositories: checkRepositories(USER_SELECTION, call, ids),
      }),
    }),
    // This list has no pages.
    userHandler(list, (input, call) => {
      const { context, caller } = call;
      const selection = readers.requireSelection(call, input);
      const { rows, total } = selectedRepositories(context.db, selection, visibleRepositories(caller), ALL_ROWS);
      return {
        total_count: total,
        repositories: rows.map((repository) => renderRepository(context, repository, caller)),
      };
    }),
    ...selectionChanges(readers, changes),
  ];
}

export const secrets: readonly Handler[] = [
  ...KINDS.flatMap(([kind, name]) => [...repositorySecrets(kind, name), ...organizationSecrets(kind, name)]),

  ...secretHandlers(repositoryHandler, operationsOn("EnvironmentActions"), {
    scopeOf: ({ context, repository }, { environment_name }) => {
      const { id } = requireEnvironment(context.db, repository.id, environment_name);
      return { kind: "actions", level: "environment", id };
    },
    render: renderSecret,
  }),

  ...userSecrets(),

  // The organization's secrets that a repository can read.
  repositoryHandler(listRepositoryOrganizationAgentsSecrets, (_input, call) => {
    const rowPage = state.organizationSecretsFor(call.context.db, call.repository.id, "agents", call.page);
    return { total_count: rowPage.total, secrets: renderPage(call, rowPage, renderSecret) };
  }),
];

/**
 * Returns the value to store: the decrypted one of a request, or the existing one if the request has none.
 * @throws HttpError 422 if a new secret has no value, or it was encrypted with another key or is too large
 */
function readValue(
  db: Database,
  scope: state.SecretScope,
  existing: state.Secret | undefined,
  { encrypted_value, key_id }: { readonly encrypted_value?: string | undefined; readonly key_id?: string | undefined },
): string {
  if (encrypted_value !== undefined) return decryptValue(db, scope, encrypted_value, key_id);
  if (existing) return existing.value;
  throw notSupplied("encrypted_value");
}

/** @throws HttpError 422 if the value was encrypted with another key or is too large */
function decryptValue(
  db: Database,
  scope: state.SecretScope,
  encryptedValue: string,
  keyId: string | undefined,
): string {
  const key = state.sealKey(db, scope);
  if (keyId === undefined) throw notSupplied("key_id");
  if (keyId !== key.id) throw invalid("key_id", "key_id must be the id of the current public key");
  const value = openSealed(encryptedValue, key);
  if (value === undefined) throw invalid("encrypted_value", "encrypted_value must be encrypted with the public key");
  if (value.length > MAX_VALUE_BYTES) throw invalid("encrypted_value", "the value must be at most 48 KB");
  return Buffer.from(value).toString("utf8");
}

/** @throws HttpError 422 if the maximum number of secrets is reached */
function checkLimit(db: Database, scope: state.SecretScope): void {
  const max = MAX_SECRETS[scope.level];
  if (state.secrets.count(db, state.inScope(scope)) < max) return;
  throw invalid(
    "secret_name",
    `there must be at most ${max} ${scope.kind} secrets per ${scope.level}`,
    "unprocessable",
  );
}
