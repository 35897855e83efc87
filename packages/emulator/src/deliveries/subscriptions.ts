import { EVENT_NAMES, eventRule, type HookKind, isEventName, PERMISSIONS } from "@forgehand/core/contract";

/** May a webhook of this kind subscribe to an event? (document 1, Events) */
export function canSubscribe(kind: HookKind, name: string): boolean {
  if (!isEventName(name)) return false;
  const { hooks, sentUnsubscribed } = eventRule(name);
  return hooks.includes(kind) && sentUnsubscribed !== "always";
}

/** Permission sets that no operation asks for, but events do. */
export const EVENT_PERMISSIONS: readonly string[] = [
  ...new Set(EVENT_NAMES.filter(isEventName).flatMap((name) => eventRule(name).permissions)),
].filter((key) => !Object.hasOwn(PERMISSIONS, key));
