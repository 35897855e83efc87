import { wirePath } from "@forgehand/core/dialects";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { SealKey, Secret, SecretKind } from "../state/secrets.ts";

/** Renders the public key that secrets are encrypted with. */
export function renderPublicKey(key: SealKey) {
  return { key_id: key.id, key: key.public };
}

/** Renders a secret without its value, which is never returned. */
export function renderSecret({ name, created_at, updated_at }: Secret) {
  return { name, created_at, updated_at };
}

/** Renders an organization's secret with its visibility. */
export function renderOrganizationSecret(
  { apiUrl, dialect }: EmulatorContext,
  { login }: Account,
  kind: SecretKind,
  secret: Secret,
) {
  const { visibility, name } = secret;
  // Secrets of organizations always have one.
  if (visibility === null) throw new Error(`The secret ${name} has no visibility.`);
  const url = `${apiUrl}${wirePath(dialect, `/orgs/{org}/${kind}/secrets`)}`.replace("{org}", login);
  return {
    ...renderSecret(secret),
    visibility,
    ...(visibility === "selected" ? { selected_repositories_url: `${url}/${name}/repositories` } : {}),
  };
}

/** Renders a user's secret, which is always for selected repositories. */
export function renderUserSecret({ apiUrl, dialect }: EmulatorContext, kind: SecretKind, secret: Secret) {
  const url = `${apiUrl}${wirePath(dialect, `/user/${kind}/secrets`)}/${secret.name}/repositories`;
  return { ...renderSecret(secret), visibility: "selected" as const, selected_repositories_url: url };
}
