import type { SettingValues } from "../../../settings/values.ts";
import type { SecretKind } from "./secret-kind.ts";

export type SecretLevel = SettingValues["level"];

/** Scope of secrets of one kind: an organization, a repository, or one of its environments. */
export type SecretScope =
  | { readonly kind: SecretKind; readonly level: "organization"; readonly org: string }
  | { readonly kind: SecretKind; readonly level: "repository"; readonly owner: string; readonly repo: string }
  | {
      readonly kind: "actions";
      readonly level: "environment";
      readonly owner: string;
      readonly repo: string;
      readonly environment: string;
    };

/** Maximum number of secrets of a kind per scope. */
export const MAX_SECRETS: Readonly<Record<SecretLevel, number>> = {
  organization: 1000,
  repository: 100,
  environment: 100,
};

export function ownerOf(scope: SecretScope): string {
  return scope.level === "organization" ? scope.org : scope.owner;
}

/** Returns a readable name: `acme`, `acme/widgets`, `acme/widgets (production)`. */
export function scopeName(scope: SecretScope): string {
  if (scope.level === "organization") return scope.org;
  const repository = `${scope.owner}/${scope.repo}`;
  return scope.level === "repository" ? repository : `${repository} (${scope.environment})`;
}

/** Returns a case-insensitive identity: of the scope, or of its secrets of another kind. */
export function scopeKey(scope: SecretScope, kind: SecretKind = scope.kind): string {
  return `${kind} ${scope.level} ${scopeName(scope)}`.toLowerCase();
}

/** Returns a readable name of a secret in its scope, such as `acme/widgets: DEPLOY_KEY`. */
export function secretName(scope: SecretScope, secret: string): string {
  return `${scopeName(scope)}: ${secret}`;
}

/** Returns a predicate for secrets with the given name. Secret names are case-insensitive. */
export function hasName(name: string): (secret: { readonly name: string }) => boolean {
  const upperCaseName = name.toUpperCase();
  return (secret) => secret.name.toUpperCase() === upperCaseName;
}
