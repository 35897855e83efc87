import type { LoggedEvent } from "../public.ts";
import type { Event } from "../world.ts";

/** So many events are kept. */
const KEPT = 10_000;

interface Entry extends LoggedEvent {
  readonly undelivered: { readonly hook: number; readonly reason: string }[];
}

/** The events that webhooks were told lately. */
export function createEventLog(now: () => Date) {
  const entries = new Map<string, Entry>();
  return {
    /** @param hooks the numbers of those that it goes to */
    add(guid: string, { name: event, action }: Event, hooks: readonly number[]): LoggedEvent {
      const entry = { guid, event, action, at: now().toISOString(), hooks, undelivered: [] };
      entries.set(guid, entry);
      const [oldest] = entries.keys();
      if (entries.size > KEPT && oldest !== undefined) entries.delete(oldest);
      return entry;
    },
    undelivered(guid: string, hook: number, reason: string): void {
      entries.get(guid)?.undelivered.push({ hook, reason });
    },
    list: (): LoggedEvent[] => [...entries.values()],
    clear: () => entries.clear(),
  };
}
