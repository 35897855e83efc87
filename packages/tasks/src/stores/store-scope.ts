import type { Connection } from "../connection.ts";
import type { SettingValues } from "../settings/settings.ts";

// Secrets and variables are named items of organizations, repositories and deployment environments.

export type StoreLevel = SettingValues["level"];

/** Scope of items of one kind: an organization, a repository, or one of its environments, which have only one kind. */
export type StoreScope<Kind extends string = string> =
  | { readonly kind: Kind; readonly level: "organization"; readonly org: string }
  | { readonly kind: Kind; readonly level: "repository"; readonly owner: string; readonly repo: string }
  | {
      readonly kind: Kind & "actions";
      readonly level: "environment";
      readonly owner: string;
      readonly repo: string;
      readonly environment: string;
    };

/** Scope of an app's own items, which belong to no owner. */
export interface AppScope<Kind extends string = string> {
  readonly kind: Kind;
  readonly level: "app";
}

export type ItemScope<Kind extends string = string> = StoreScope<Kind> | AppScope<Kind>;

export function ownerOf(scope: StoreScope): string {
  return scope.level === "organization" ? scope.org : scope.owner;
}

/** Returns the client for the items of a scope. */
export function clientOf({ connection }: { readonly connection: Connection }, scope: StoreScope) {
  return connection.forOwner(ownerOf(scope));
}

/** Returns a readable name: `acme`, `acme/widgets`, `acme/widgets (production)`, `the app`. */
export function scopeName(scope: ItemScope): string {
  if (scope.level === "app") return "the app";
  if (scope.level === "organization") return scope.org;
  const repository = `${scope.owner}/${scope.repo}`;
  return scope.level === "repository" ? repository : `${repository} (${scope.environment})`;
}

/** Returns a case-insensitive identity: of the scope, or of its items of another kind. */
export function scopeKey(scope: ItemScope, kind: string = scope.kind): string {
  return `${kind} ${scope.level} ${scopeName(scope)}`.toLowerCase();
}

/** Returns a readable name of an item in its scope, such as `acme/widgets: DEPLOY_KEY`. */
export function itemName(scope: StoreScope, name: string): string {
  return `${scopeName(scope)}: ${name}`;
}

/** Names are case-insensitive. */
export function isSameName(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase();
}

/** Returns a predicate for items with the given name. */
export function hasName(name: string): (item: { readonly name: string }) => boolean {
  return (item) => isSameName(item.name, name);
}
