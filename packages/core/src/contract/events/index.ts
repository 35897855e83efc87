import type { AnyEvent, EventRule, WebhookEvent } from "./event-types.ts";
import * as known from "./known-events.ts";
import { OTHER_EVENTS } from "./other-events.ts";

/** Events with known payloads, by neutral name. */
export const EVENTS: typeof known = known;

type KnownEvents = typeof EVENTS;

/** Name of an event with a known payload. */
export type KnownEvent = keyof KnownEvents;

/** Neutral name of an event. */
export type EventName = KnownEvent | keyof typeof OTHER_EVENTS;

/** Payloads of an event, by action. */
type EventPayloadsByAction<E> = E extends KnownEvent
  ? KnownEvents[E] extends WebhookEvent<string, infer P>
    ? P
    : never
  : never;

/** Known actions of an event; `never` if it has none or its payload is unknown. */
export type ActionOf<E> = Exclude<keyof EventPayloadsByAction<E>, "*">;

/** Payload of an event. With `A`, only of those actions; otherwise of any action. */
export type PayloadOf<E extends EventName, A = unknown> = E extends KnownEvent
  ? [unknown] extends [A]
    ? EventPayloadsByAction<E>[keyof EventPayloadsByAction<E>]
    : EventPayloadsByAction<E>[keyof EventPayloadsByAction<E> & A]
  : OpenPayload;

/** Payload of an event that the contract doesn't describe. */
export interface OpenPayload {
  readonly [field: string]: unknown;
}

/** Names of all events. */
export const EVENT_NAMES: readonly string[] = [...Object.keys(EVENTS), ...Object.keys(OTHER_EVENTS)].sort();

/** Returns whether an event with this neutral name exists. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name) || Object.hasOwn(OTHER_EVENTS, name);
}

/** Returns the event with this neutral name; undefined if its payload is unknown. */
export function knownEvent(name: string): AnyEvent | undefined {
  const events: Readonly<Record<string, AnyEvent>> = EVENTS;
  return Object.hasOwn(events, name) ? events[name] : undefined;
}

/** Returns which webhooks can receive an event. */
export function eventRule(name: EventName): EventRule {
  const others: Readonly<Record<string, EventRule>> = OTHER_EVENTS;
  const rule = knownEvent(name)?.rule ?? (Object.hasOwn(others, name) ? others[name] : undefined);
  return rule ?? { hooks: [], permissions: [] };
}
