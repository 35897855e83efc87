import { type Dialect, wireEvent } from "@forgehand/core/dialects";
import type { WebhookEvent } from "../emulator-context.ts";
import type { LoggedEvent } from "../public.ts";

/** Number of events that are kept. */
const MAX_EVENTS = 10_000;

interface EventLogEntry extends LoggedEvent {
  readonly undelivered: { readonly hook: number; readonly reason: string }[];
  payload?: unknown;
}

/** Creates the log of recent webhook events. */
export function createEventLog(dialect: Dialect, now: () => Date) {
  const entries = new Map<string, EventLogEntry>();
  return {
    /** @param hooks the IDs of the receiving hooks */
    add(guid: string, { name, action }: WebhookEvent, hooks: readonly number[]): LoggedEvent {
      const event = wireEvent(dialect, name);
      const entry: EventLogEntry = { guid, event, action, at: now().toISOString(), hooks, undelivered: [] };
      entries.set(guid, entry);
      const [oldest] = entries.keys();
      if (entries.size > MAX_EVENTS && oldest !== undefined) entries.delete(oldest);
      return entry;
    },
    undelivered(guid: string, hook: number, reason: string): void {
      entries.get(guid)?.undelivered.push({ hook, reason });
    },
    addPayload(guid: string, payload: unknown): void {
      const entry = entries.get(guid);
      if (entry) entry.payload = payload;
    },
    list: (): LoggedEvent[] => [...entries.values()],
    clear: () => entries.clear(),
  };
}
