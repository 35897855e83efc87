import { wirePath } from "@forgehand/core/dialects";
import {
  deleteOrganizationUpdaterSecret,
  getOrganizationUpdaterPublicKey,
  getOrganizationUpdaterSecret,
  listOrganizationUpdaterSecretRepositories,
  listOrganizationUpdaterSecrets,
  putOrganizationUpdaterSecret,
  setOrganizationUpdaterSecretRepositories,
} from "@forgehand/core/operations";
import { onOrganization } from "../../http/call.ts";
import { invalid, notFound, Refusal } from "../../http/refusal.ts";
import { renderRepository } from "../../objects/repository.ts";
import { openSealed } from "../../sealed-box.ts";
import type { Account } from "../../state/accounts.ts";
import { getRepository, type Repository } from "../../state/repositories.ts";
import * as state from "../../state/updater-secrets.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

/** The largest value of a secret, in bytes (public documents). */
const LARGEST_VALUE = 48 * 1024;

export const updaterSecrets = [
  onOrganization(listOrganizationUpdaterSecrets, (_input, { world, organization, window, links }) => {
    const { rows, total } = state.secretsOf(world.db, organization.id, window);
    links.total(total);
    return { total_count: total, secrets: rows.map((secret) => render(world, organization, secret)) };
  }),

  onOrganization(getOrganizationUpdaterPublicKey, (_input, { world, organization }) => {
    const key = state.sealKey(world.db, organization.id);
    return { key_id: key.id, key: key.public };
  }),

  onOrganization(getOrganizationUpdaterSecret, ({ secret_name }, { world, organization }) => {
    const secret = state.findSecret(world.db, organization.id, secret_name);
    return secret ? render(world, organization, secret) : null;
  }),

  onOrganization(putOrganizationUpdaterSecret, (input, { world, organization }) => {
    const { db, now } = world;
    const name = input.secret_name;
    const known = state.findSecret(db, organization.id, name);
    const value = input.encrypted_value === undefined ? known?.value : open(world, organization, input);
    if (value === undefined) throw invalid("encrypted_value", "a new secret needs a value", "missing_field");
    const repositories = (input.selected_repository_ids ?? []).map(
      (id) => ownRepository(world, organization, Number(id)).id,
    );
    const secret = { name, value, visibility: input.visibility };
    const isNew = state.putSecret(db, organization.id, secret, repositories, timestamp(now()));
    return isNew ? "created" : "updated";
  }),

  onOrganization(deleteOrganizationUpdaterSecret, ({ secret_name }, { world, organization }) => {
    if (!state.deleteSecret(world.db, organization.id, secret_name)) throw notFound();
    return undefined;
  }),

  onOrganization(
    listOrganizationUpdaterSecretRepositories,
    ({ secret_name }, { world, organization, window, links, caller }) => {
      const secret = selectedSecret(world, organization, secret_name);
      const { rows, total } = state.selectedRepositories(world.db, secret.id, window);
      links.total(total);
      return {
        total_count: total,
        repositories: rows.map(({ id }) => renderRepository(world, ownRepository(world, organization, id), caller)),
      };
    },
  ),

  onOrganization(setOrganizationUpdaterSecretRepositories, (input, { world, organization }) => {
    const secret = selectedSecret(world, organization, input.secret_name);
    const ids = input.selected_repository_ids.map((id) => ownRepository(world, organization, Number(id)).id);
    state.selectRepositories(world.db, secret.id, ids);
    return undefined;
  }),
];

function render({ apiUrl, dialect }: World, { login }: Account, secret: state.Secret) {
  const url = `${apiUrl}${wirePath(dialect, "/orgs/{org}/updater/secrets")}`.replace("{org}", login);
  return {
    name: secret.name,
    created_at: secret.created_at,
    updated_at: secret.updated_at,
    visibility: secret.visibility,
    ...(secret.visibility === "selected" ? { selected_repositories_url: `${url}/${secret.name}/repositories` } : {}),
  };
}

/** The value inside a sealed box. @throws Refusal 422 where it was sealed for another key */
function open(
  { db }: World,
  organization: Account,
  sealed: { readonly encrypted_value?: string | undefined; readonly key_id?: string | undefined },
): string {
  const key = state.sealKey(db, organization.id);
  if (sealed.key_id !== key.id) throw invalid("key_id", "key_id is not the id of the current public key");
  const value = openSealed(sealed.encrypted_value ?? "", key);
  if (value === undefined) throw invalid("encrypted_value", "encrypted_value was not sealed for the public key");
  if (Buffer.byteLength(value) > LARGEST_VALUE) throw invalid("encrypted_value", "a value has at most 48 KB");
  return value;
}

function selectedSecret(world: World, organization: Account, name: string): state.Secret {
  const secret = state.findSecret(world.db, organization.id, name);
  if (!secret) throw notFound();
  if (secret.visibility !== "selected") throw new Refusal(409, "The visibility of the secret is not set to selected");
  return secret;
}

function ownRepository(world: World, organization: Account, id: number): Repository {
  const repository = getRepository(world.db, id);
  if (repository?.owner_id !== organization.id) {
    throw invalid("selected_repository_ids", `the organization has no repository ${id}`);
  }
  return repository;
}
