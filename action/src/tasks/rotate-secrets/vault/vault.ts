import type { SettingValues } from "../../../settings/values.ts";

export type Kind = SettingValues["kind"];
export type Level = SettingValues["level"];

/** Where secrets of one kind are kept: an organization, a repository, or one of its environments. */
export type Vault =
  | { readonly kind: Kind; readonly level: "organization"; readonly org: string }
  | { readonly kind: Kind; readonly level: "repository"; readonly owner: string; readonly repo: string }
  | {
      readonly kind: "actions";
      readonly level: "environment";
      readonly owner: string;
      readonly repo: string;
      readonly environment: string;
    };

/** How many secrets of a kind a vault takes (public documents). */
export const MOST_SECRETS: Readonly<Record<Level, number>> = { organization: 1000, repository: 100, environment: 100 };

/** Who a vault belongs to. */
export function ownerOf(vault: Vault): string {
  return vault.level === "organization" ? vault.org : vault.owner;
}

/** `acme`, `acme/widgets`, `acme/widgets (production)` */
export function nameOfVault(vault: Vault): string {
  if (vault.level === "organization") return vault.org;
  const repository = `${vault.owner}/${vault.repo}`;
  return vault.level === "repository" ? repository : `${repository} (${vault.environment})`;
}

/** The same for the same vault, however its name is written. */
export function keyOfVault(vault: Vault): string {
  return `${vault.kind} ${vault.level} ${nameOfVault(vault)}`.toLowerCase();
}

/** Which secret of which vault: `acme/widgets: DEPLOY_KEY` */
export function nameOfSecret(vault: Vault, secret: string): string {
  return `${nameOfVault(vault)}: ${secret}`;
}

/** Names of secrets are the same in any case of their letters. */
export function isNamed(name: string): (secret: { readonly name: string }) => boolean {
  const wanted = name.toUpperCase();
  return (secret) => secret.name.toUpperCase() === wanted;
}
