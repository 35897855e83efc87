import type { Settings } from "../../../settings/create-settings.ts";
import type { HookSelector } from "../../../settings/parse-values.ts";
import { readLocation, type StoreLocation } from "../../../stores/store-location.ts";
import type { ItemScope } from "../../../stores/store-scope.ts";

/** Scope of webhooks: an organization, a repository or an app. */
export type WebhookScope = Exclude<ItemScope<"webhook">, { readonly level: "environment" }>;

/** Location of an entry's webhooks. */
export type WebhookLocation =
  | Exclude<StoreLocation<"webhook">, { readonly level: "environment" }>
  | Extract<WebhookScope, { readonly level: "app" }>;

/** Settings of secrets that have a name, a visibility or a store, and why webhooks do not have them. */
const SECRET_SETTINGS = [
  ["secret", "a webhook's secret has no name. Select webhooks with hook"],
  ["environment", "an environment has no webhooks"],
  ["prune", "webhooks are not deleted"],
  ["other-stores", "a webhook's secret has no name to search for"],
  ["visibility", "a webhook's secret has no visibility"],
  ["selected-repositories", "a webhook's secret has no visibility"],
] as const;

/**
 * Reads the location of an entry's webhooks.
 * @throws Problem
 */
export function readWebhookLocation(settings: Settings, hooks: readonly HookSelector[]): WebhookLocation {
  for (const [name, reason] of SECRET_SETTINGS) {
    if (settings.optional(name) !== undefined)
      throw settings.problem(name, `must not be set with kind: webhook: ${reason}.`);
  }
  if (hooks.includes("app")) {
    const conflicting = (["organization", "repositories", "level"] as const).find(
      (name) => settings.optional(name) !== undefined,
    );
    if (conflicting !== undefined || hooks.length > 1) {
      throw settings.problem(
        "hook",
        "must be app alone, without organization, repositories and level: an app has one webhook. Use another entry for others.",
      );
    }
    return { kind: "webhook", level: "app" };
  }
  const location = readLocation(settings, "webhook", "webhook");
  if (location.level === "environment") throw new Error("Environments must be rejected for webhooks.");
  return location;
}

/** Returns true if the selectors match at most one webhook. */
export function isSingleHook([hook, ...others]: readonly HookSelector[]): boolean {
  return others.length === 0 && typeof hook === "object" && "id" in hook;
}
