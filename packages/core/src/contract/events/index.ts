import type { AnyEvent, EventRule, WebhookEvent } from "./event-types.ts";
import * as known from "./known-events.ts";
import { OTHER_EVENTS } from "./other-events.ts";

/** The events whose payloads the contract knows, by their neutral names. */
export const EVENTS: typeof known = known;

type Known = typeof EVENTS;

/** An event whose payload the contract knows. */
export type KnownEvent = keyof Known;

/** An event by its neutral name. */
export type EventName = KnownEvent | keyof typeof OTHER_EVENTS;

type PayloadsOf<E> = E extends KnownEvent ? (Known[E] extends WebhookEvent<string, infer P> ? P : never) : never;

/** The actions that an event has today; none where it has no actions, or the contract doesn't know its payload. */
export type ActionOf<E> = Exclude<keyof PayloadsOf<E>, "*">;

/** What an event's deliveries carry: with these actions, or any. */
export type PayloadOf<E extends EventName, A = unknown> = E extends KnownEvent
  ? [unknown] extends [A]
    ? PayloadsOf<E>[keyof PayloadsOf<E>]
    : PayloadsOf<E>[keyof PayloadsOf<E> & A]
  : OpenPayload;

/** The payload of an event that the contract doesn't know. */
export interface OpenPayload {
  readonly [field: string]: unknown;
}

/** Every event's name. */
export const EVENT_NAMES: readonly string[] = [...Object.keys(EVENTS), ...Object.keys(OTHER_EVENTS)].sort();

/** Is there an event of this neutral name? */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name) || Object.hasOwn(OTHER_EVENTS, name);
}

/** The event of this neutral name; undefined where the contract doesn't know its payload. */
export function knownEvent(name: string): AnyEvent | undefined {
  const events: Readonly<Record<string, AnyEvent>> = EVENTS;
  return Object.hasOwn(events, name) ? events[name] : undefined;
}

/** Which webhooks may have an event. */
export function eventRule(name: EventName): EventRule {
  const others: Readonly<Record<string, EventRule>> = OTHER_EVENTS;
  const rule = knownEvent(name)?.rule ?? (Object.hasOwn(others, name) ? others[name] : undefined);
  return rule ?? { hooks: [], needs: [] };
}
