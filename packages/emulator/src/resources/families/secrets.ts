import type { Operation, Output } from "@forgehand/core/contract";
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
import { type Handler, listed, onOrganization, onRepository } from "../../http/call.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { renderOrganizationSecret, renderPublicKey, renderSecret } from "../../objects/secret.ts";
import { openSealed } from "../../sealed-box.ts";
import type { Database } from "../../state/database.ts";
import type { Repository } from "../../state/repositories.ts";
import * as state from "../../state/secrets.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import { timestamp } from "../../timestamp.ts";
import { byVisibility, ownRepositories, selectedOneByOne, selection } from "./selected-repositories.ts";

// Secrets come in three kinds at three levels, and all work alike (document 2, Updater secrets): a value is sealed for the
// public key of its kind and place, opened when it arrives, and never shown again.

/** The largest value of a secret, in bytes (public documents). */
const LARGEST_VALUE = 48 * 1024;

/** How many secrets of a kind there may be (public documents). */
const MOST: Readonly<Record<state.Vault["level"], number>> = { organization: 1000, repository: 100, environment: 100 };

interface Named {
  readonly secret_name: string;
}

/** The operations on one kind of secret of repositories, or of their environments. @template P what else a path names */
interface RepositorySecretOperations<P> {
  readonly list: Operation<P, Output<typeof listRepositoryActionsSecrets>>;
  readonly publicKey: Operation<P, Output<typeof getRepositoryActionsPublicKey>>;
  readonly get: Operation<P & Named, Output<typeof getRepositoryActionsSecret>>;
  readonly put: Operation<
    P & Named & { readonly encrypted_value: string; readonly key_id: string },
    "created" | "updated"
  >;
  readonly remove: Operation<P & Named, undefined>;
}

/**
 * Serves one kind of secret of repositories, or of their environments.
 * @param vaultOf where a call's secrets are kept
 */
export function repositorySecrets<P>(
  operations: RepositorySecretOperations<P>,
  vaultOf: (db: Database, repository: Repository, input: P) => state.Vault,
): Handler[] {
  return [
    onRepository(operations.list, (input, call) => {
      const { world, repository, window } = call;
      const part = state.secretsIn(world.db, state.Secret, vaultOf(world.db, repository, input), window);
      return { total_count: part.total, secrets: listed(call, part, renderSecret) };
    }),

    onRepository(operations.publicKey, (input, { world: { db }, repository }) =>
      renderPublicKey(state.sealKey(db, vaultOf(db, repository, input))),
    ),

    onRepository(operations.get, (input, { world: { db }, repository }) => {
      const secret = state.findSecret(db, state.Secret, vaultOf(db, repository, input), input.secret_name);
      return secret ? renderSecret(secret) : null;
    }),

    onRepository(operations.put, (input, { world: { db, now }, repository }) => {
      const vault = vaultOf(db, repository, input);
      const known = state.findSecret(db, state.Secret, vault, input.secret_name);
      const value = open(db, vault, input.encrypted_value, input.key_id);
      if (!known) checkRoom(db, vault);
      state.putSecret(db, vault, { name: input.secret_name, value }, timestamp(now()));
      return known ? "updated" : "created";
    }),

    onRepository(operations.remove, (input, { world: { db }, repository }) => {
      if (!state.deleteSecret(db, vaultOf(db, repository, input), input.secret_name)) throw notFound();
      return undefined;
    }),
  ];
}

/** The operations on one kind of an organization's secrets. */
interface OrganizationSecretOperations {
  readonly list: typeof listOrganizationActionsSecrets;
  readonly publicKey: typeof getOrganizationActionsPublicKey;
  readonly get: typeof getOrganizationActionsSecret;
  readonly put: typeof putOrganizationActionsSecret;
  readonly remove: typeof deleteOrganizationActionsSecret;
  readonly listRepositories: typeof listOrganizationActionsSecretRepositories;
  readonly setRepositories: typeof setOrganizationActionsSecretRepositories;
  readonly addRepository: typeof addOrganizationActionsSecretRepository;
  readonly removeRepository: typeof removeOrganizationActionsSecretRepository;
}

/** Serves one kind of an organization's secrets, with the repositories that may read them. */
export function organizationSecrets(kind: state.SecretKind, operations: OrganizationSecretOperations): Handler[] {
  const vaultOf = ({ id }: { readonly id: number }): state.Vault => ({ kind, level: "organization", id });
  const find = (
    db: Database,
    organization: { readonly id: number },
    { secret_name }: Named & { readonly org: string },
  ) => state.findSecret(db, state.OrganizationSecret, vaultOf(organization), secret_name);
  const { listRepositories, setRepositories, addRepository, removeRepository } = operations;
  return [
    onOrganization(operations.list, (_input, call) => {
      const { world, organization, window } = call;
      const part = state.secretsIn(world.db, state.OrganizationSecret, vaultOf(organization), window);
      const secrets = listed(call, part, (secret) => renderOrganizationSecret(world, organization, kind, secret));
      return { total_count: part.total, secrets };
    }),

    onOrganization(operations.publicKey, (_input, { world: { db }, organization }) =>
      renderPublicKey(state.sealKey(db, vaultOf(organization))),
    ),

    onOrganization(operations.get, (input, { world, organization }) => {
      const secret = find(world.db, organization, input);
      return secret ? renderOrganizationSecret(world, organization, kind, secret) : null;
    }),

    onOrganization(operations.put, (input, { world: { db, now }, organization }) => {
      const vault = vaultOf(organization);
      const { secret_name: name, encrypted_value, key_id, visibility } = input;
      const known = find(db, organization, input);
      const value = encrypted_value === undefined ? known?.value : open(db, vault, encrypted_value, key_id);
      if (value === undefined) throw invalid("encrypted_value", "a new secret needs a value", "missing_field");
      const repositories = ownRepositories(db, organization, input.selected_repository_ids ?? []);
      if (!known) checkRoom(db, vault);
      db.transaction(() => {
        const id = state.putSecret(db, vault, { name, value, visibility }, timestamp(now()));
        // Who may read it is replaced together with the value: what is left out is lost.
        selectRepositories(db, selectionOf("secret", id), repositories);
      });
      return known ? "updated" : "created";
    }),

    onOrganization(operations.remove, ({ secret_name }, { world: { db }, organization }) => {
      if (!state.deleteSecret(db, vaultOf(organization), secret_name)) throw notFound();
      return undefined;
    }),

    ...selection(byVisibility("secret", find), { list: listRepositories, set: setRepositories }),
    ...selectedOneByOne(byVisibility("secret", find), { add: addRepository, remove: removeRepository }),
  ];
}

/** The value inside a sealed box. @throws Refusal 422 where it was sealed for another key, or is too large */
function open(db: Database, vault: state.Vault, sealed: string, keyId: string | undefined): string {
  const key = state.sealKey(db, vault);
  if (keyId === undefined) throw invalid("key_id", "a sealed value comes with the id of its key", "missing_field");
  if (keyId !== key.id) throw invalid("key_id", "key_id is not the id of the current public key");
  const value = openSealed(sealed, key);
  if (value === undefined) throw invalid("encrypted_value", "encrypted_value was not sealed for the public key");
  if (value.length > LARGEST_VALUE) throw invalid("encrypted_value", "a value has at most 48 KB");
  return Buffer.from(value).toString("utf8");
}

/** @throws Refusal 422 where there are as many as there may be */
function checkRoom(db: Database, vault: state.Vault): void {
  const most = MOST[vault.level];
  if (state.countSecrets(db, vault) < most) return;
  throw invalid(
    "secret_name",
    `there are at most ${most} ${vault.kind} secrets of one ${vault.level}`,
    "unprocessable",
  );
}
