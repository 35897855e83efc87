import { wirePath } from "@forgehand/core/dialects";
import type { Account } from "../state/accounts.ts";
import type { OrganizationSecret, SealKey, Secret, SecretKind } from "../state/secrets.ts";
import type { World } from "../world.ts";

/** The public key that secrets are sealed for (document 2, Updater secrets). */
export function renderPublicKey(key: SealKey) {
  return { key_id: key.id, key: key.public };
}

/** A secret without its value, which no answer ever shows (document 2, updater secret). */
export function renderSecret({ name, created_at, updated_at }: Secret) {
  return { name, created_at, updated_at };
}

/** The same of an organization, with who may read it. */
export function renderOrganizationSecret(
  { apiUrl, dialect }: World,
  { login }: Account,
  kind: SecretKind,
  secret: OrganizationSecret,
) {
  const { visibility, name } = secret;
  const url = `${apiUrl}${wirePath(dialect, `/orgs/{org}/${kind}/secrets`)}`.replace("{org}", login);
  return {
    ...renderSecret(secret),
    visibility,
    ...(visibility === "selected" ? { selected_repositories_url: `${url}/${name}/repositories` } : {}),
  };
}
