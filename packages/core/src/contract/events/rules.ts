import type { EventRule, HookKind } from "./event-types.ts";

// Which webhooks may have an event. An app needs one of the permission sets, at least to read.

const EVERYWHERE: readonly HookKind[] = ["repository", "organization", "app"];

export const everywhere = (...needs: string[]): EventRule => ({ hooks: EVERYWHERE, needs });
export const noApp = (): EventRule => ({ hooks: ["repository", "organization"], needs: [] });
export const noRepository = (...needs: string[]): EventRule => ({ hooks: ["organization", "app"], needs });
export const organizationOnly = (...needs: string[]): EventRule => ({ hooks: ["organization"], needs });
export const appOnly = (...needs: string[]): EventRule => ({ hooks: ["app"], needs });

/** Every app gets it, whether it subscribes or not. */
export const toEveryApp = (): EventRule => ({ ...appOnly(), unasked: "always" });

/** For an action that only apps get, and only those that may write what the event needs. */
export const APP_THAT_WRITES = { hooks: ["app"], level: "write" } as const;

/** Every webhook gets it, and none subscribes. */
export const toEveryHook = (): EventRule => ({ ...everywhere(), unasked: "always" });
