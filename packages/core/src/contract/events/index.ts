import * as events from "./all-events.ts";
import type { AnyEvent, EventRule, WebhookEvent } from "./event-types.ts";

/** All events, by neutral name. */
export const EVENTS: typeof events = events;

type Events = typeof EVENTS;

/** Neutral name of an event. */
export type EventName = keyof Events;

/** Payloads of an event, by action. */
type EventPayloadsByAction<E> = E extends EventName
  ? Events[E] extends WebhookEvent<string, infer P>
    ? P
    : never
  : never;

/** Known actions of an event; `never` if it has none. */
export type ActionOf<E> = Exclude<keyof EventPayloadsByAction<E>, "*">;

/** Payload of an event. With `A`, only of those actions; otherwise of any action. */
export type PayloadOf<E extends EventName, A = unknown> =
  EventPayloadsByAction<E> extends infer P extends Readonly<Record<string, OpenPayload>>
    ? P[keyof P & ([unknown] extends [A] ? unknown : A)]
    : never;

/** Payload of an event that the contract doesn't know. */
export interface OpenPayload {
  readonly [field: string]: unknown;
}

/** Names of all events. */
export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS).sort();

/** Returns whether an event with this neutral name exists. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}

/** Returns the event with this neutral name; undefined if there is none. */
export function knownEvent(name: string): AnyEvent | undefined {
  return isEventName(name) ? EVENTS[name] : undefined;
}

/** Returns which webhooks can receive an event. */
export function eventRule(name: EventName): EventRule {
  return EVENTS[name].rule;
}
