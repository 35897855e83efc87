import type { Input, Operation, Output } from "@forgehand/core/contract";
import type {
  addOrganizationActionsSecretRepository,
  deleteOrganizationActionsSecret,
  getOrganizationActionsPublicKey,
  getOrganizationActionsSecret,
  getRepositoryActionsPublicKey,
  getRepositoryActionsSecret,
  listOrganizationActionsSecretRepositories,
  listOrganizationActionsSecrets,
  listRepositoryActionsSecrets,
  putOrganizationActionsSecret,
  removeOrganizationActionsSecretRepository,
  setOrganizationActionsSecretRepositories,
} from "@forgehand/core/operations";
import { type Handler, organizationHandler, renderPage, repositoryHandler } from "../../http/handler.ts";
import { invalid, notFound, notSupplied } from "../../http-error.ts";
import { renderOrganizationSecret, renderPublicKey, renderSecret } from "../../objects/secret.ts";
import { openSealed } from "../../sealed-box.ts";
import type { Database } from "../../state/database.ts";
import type { Repository } from "../../state/repositories.ts";
import * as state from "../../state/secrets.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import { timestamp } from "../../timestamp.ts";
import {
  checkRepositories,
  selectedByVisibility,
  selectionHandlers,
  singleSelectionHandlers,
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

interface SecretNameInput {
  readonly secret_name: string;
}

/** The operations on one kind of secret of repositories or environments. @template P further path parameters */
interface RepositorySecretOperations<P> {
  readonly list: Operation<P, Output<typeof listRepositoryActionsSecrets>>;
  readonly publicKey: Operation<P, Output<typeof getRepositoryActionsPublicKey>>;
  readonly get: Operation<P & SecretNameInput, Output<typeof getRepositoryActionsSecret>>;
  readonly put: Operation<
    P & SecretNameInput & { readonly encrypted_value: string; readonly key_id: string },
    "created" | "updated"
  >;
  readonly remove: Operation<P & SecretNameInput, undefined>;
}

/**
 * Handles one kind of secret of repositories or environments.
 * @param scopeOf returns where a request's secrets are stored
 */
export function repositorySecrets<P>(
  operations: RepositorySecretOperations<P>,
  scopeOf: (db: Database, repository: Repository, input: P) => state.SecretScope,
): Handler[] {
  return [
    repositoryHandler(operations.list, (input, call) => {
      const { context, repository, page } = call;
      const rowPage = state.secrets.page(
        context.db,
        state.inScope(scopeOf(context.db, repository, input)),
        "name",
        page,
      );
      return { total_count: rowPage.total, secrets: renderPage(call, rowPage, renderSecret) };
    }),

    repositoryHandler(operations.publicKey, (input, { context: { db }, repository }) =>
      renderPublicKey(state.sealKey(db, scopeOf(db, repository, input))),
    ),

    repositoryHandler(operations.get, (input, { context: { db }, repository }) => {
      const secret = state.secrets.find(db, {
        ...state.inScope(scopeOf(db, repository, input)),
        name: input.secret_name,
      });
      return secret ? renderSecret(secret) : null;
    }),

    repositoryHandler(operations.put, (input, { context: { db, now }, repository }) => {
      const scope = scopeOf(db, repository, input);
      const existing = state.secrets.find(db, { ...state.inScope(scope), name: input.secret_name });
      const value = decryptValue(db, scope, input.encrypted_value, input.key_id);
      if (!existing) checkLimit(db, scope);
      state.putSecret(db, scope, { name: input.secret_name, value }, timestamp(now()));
      return existing ? "updated" : "created";
    }),

    repositoryHandler(operations.remove, (input, { context: { db }, repository }) => {
      if (state.secrets.delete(db, { ...state.inScope(scopeOf(db, repository, input)), name: input.secret_name }) === 0)
        throw notFound();
      return undefined;
    }),
  ];
}

/** Handles the list of an organization's secrets of one kind that a repository can read. */
export function sharedSecrets(
  kind: state.SecretKind,
  list: Operation<{ readonly owner: string; readonly repo: string }, Output<typeof listRepositoryActionsSecrets>>,
): Handler {
  return repositoryHandler(list, (_input, call) => {
    const { context, repository, page } = call;
    const rowPage = state.organizationSecretsFor(context.db, repository.id, kind, page);
    return { total_count: rowPage.total, secrets: renderPage(call, rowPage, renderSecret) };
  });
}

/** @template P input of `put`, which for some kinds requires a value */
interface OrganizationSecretOperations<P> {
  readonly list: typeof listOrganizationActionsSecrets;
  readonly publicKey: typeof getOrganizationActionsPublicKey;
  readonly get: typeof getOrganizationActionsSecret;
  readonly put: Operation<P, "created" | "updated">;
  readonly remove: typeof deleteOrganizationActionsSecret;
  readonly listRepositories: typeof listOrganizationActionsSecretRepositories;
  readonly setRepositories: typeof setOrganizationActionsSecretRepositories;
  readonly addRepository: typeof addOrganizationActionsSecretRepository;
  readonly removeRepository: typeof removeOrganizationActionsSecretRepository;
}

/** Handles one kind of an organization's secrets, including the selected repositories. */
export function organizationSecrets<P extends Input<typeof putOrganizationActionsSecret>>(
  kind: state.SecretKind,
  operations: OrganizationSecretOperations<P>,
): Handler[] {
  const scopeOf = ({ id }: { readonly id: number }): state.SecretScope => ({ kind, level: "organization", id });
  const findSecret = (
    db: Database,
    organization: { readonly id: number },
    { secret_name }: SecretNameInput & { readonly org: string },
  ) => state.secrets.find(db, { ...state.inScope(scopeOf(organization)), name: secret_name });
  const { listRepositories, setRepositories, addRepository, removeRepository } = operations;
  return [
    organizationHandler(operations.list, (_input, call) => {
      const { context, organization, page } = call;
      const rowPage = state.secrets.page(context.db, state.inScope(scopeOf(organization)), "name", page);
      const secrets = renderPage(call, rowPage, (secret) =>
        renderOrganizationSecret(context, organization, kind, secret),
      );
      return { total_count: rowPage.total, secrets };
    }),

    organizationHandler(operations.publicKey, (_input, { context: { db }, organization }) =>
      renderPublicKey(state.sealKey(db, scopeOf(organization))),
    ),

    organizationHandler(operations.get, (input, { context, organization }) => {
      const secret = findSecret(context.db, organization, input);
      return secret ? renderOrganizationSecret(context, organization, kind, secret) : null;
    }),

    organizationHandler(operations.put, (input, { context: { db, now }, organization }) => {
      const scope = scopeOf(organization);
      const { secret_name: name, visibility } = input;
      const existing = findSecret(db, organization, input);
      const value = readValue(db, scope, existing, input);
      const repositories = checkRepositories(db, organization, input.selected_repository_ids ?? []);
      if (!existing) checkLimit(db, scope);
      db.transaction(() => {
        const id = state.putSecret(db, scope, { name, value, visibility }, timestamp(now()));
        // The selection is replaced together with the value. Without one, it becomes empty.
        selectRepositories(db, selectionOf("secret", id), repositories);
      });
      return existing ? "updated" : "created";
    }),

    organizationHandler(operations.remove, ({ secret_name }, { context: { db }, organization }) => {
      if (state.secrets.delete(db, { ...state.inScope(scopeOf(organization)), name: secret_name }) === 0)
        throw notFound();
      return undefined;
    }),

    ...selectionHandlers(selectedByVisibility("secret", findSecret), { list: listRepositories, set: setRepositories }),
    ...singleSelectionHandlers(selectedByVisibility("secret", findSecret), {
      add: addRepository,
      remove: removeRepository,
    }),
  ];
}

/**
 * Returns the value to store: the decrypted one of a request, or the existing one if the request has none.
 * @throws HttpError 422 if a new secret has no value, or it was encrypted with another key or is too large
 */
export function readValue(
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
export function checkLimit(db: Database, scope: state.SecretScope): void {
  const max = MAX_SECRETS[scope.level];
  if (state.secrets.count(db, state.inScope(scope)) < max) return;
  throw invalid(
    "secret_name",
    `there must be at most ${max} ${scope.kind} secrets per ${scope.level}`,
    "unprocessable",
  );
}
