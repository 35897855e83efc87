import { EVENT_NAMES, eventRule, type HookKind, isEventName, PERMISSIONS } from "@forgehand/core/contract";

/** Whether webhooks of this kind can subscribe to an event. */
export function canSubscribe(kind: HookKind, name: string): boolean {
  if (!isEventName(name)) return false;
  const { hooks, sentUnsubscribed } = eventRule(name);
  return hooks.includes(kind) && sentUnsubscribed !== "always";
}

/** Permission sets that are required by events but by no operation. */
export const EVENT_PERMISSIONS: readonly string[] = [
  ...new Set(EVENT_NAMES.filter(isEventName).flatMap((name) => eventRule(name).permissions)),
].filter((key) => !Object.hasOwn(PERMISSIONS, key));
