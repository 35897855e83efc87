import type { EventRule, HookKind } from "./event-types.ts";

// Rules for which webhooks can receive an event. An app needs one of the permissions, with at least read access.

const ALL_HOOK_KINDS: readonly HookKind[] = ["repository", "organization", "app"];

export const allHooks = (...permissions: string[]): EventRule => ({ hooks: ALL_HOOK_KINDS, permissions });
export const exceptApps = (): EventRule => ({ hooks: ["repository", "organization"], permissions: [] });
export const exceptRepositories = (...permissions: string[]): EventRule => ({
  hooks: ["organization", "app"],
  permissions,
});
export const organizationsOnly = (...permissions: string[]): EventRule => ({ hooks: ["organization"], permissions });
export const appsOnly = (...permissions: string[]): EventRule => ({ hooks: ["app"], permissions });

/** Sent to every app, regardless of subscription. */
export const everyApp = (): EventRule => ({ ...appsOnly(), sentUnsubscribed: "always" });

/** For actions that are only sent to apps with write access to the event's permissions. */
export const APPS_WITH_WRITE_ACCESS = { hooks: ["app"], level: "write" } as const;

/** Sent to every webhook; webhooks cannot subscribe to it. */
export const everyHook = (): EventRule => ({ ...allHooks(), sentUnsubscribed: "always" });
