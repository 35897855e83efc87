import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { AnyEvent, EventRule, OtherAction, WebhookEvent } from "./event-types.ts";

// Casts are at home here, in defined.ts, operation.ts and schema.ts, where types are made.

type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** What an event's deliveries carry. */
export interface EventFields {
  /** The fields of every delivery of the event. */
  readonly payload: Fields;
  /** The actions, with the fields that only they have, or have otherwise. An event without actions leaves it out. */
  readonly actions?: Readonly<Record<string, Fields>>;
}

type Output<F> = F extends Fields ? z.output<z.ZodMiniObject<F, z.core.$loose>> : never;

// Going through `infer` makes the compiler write declarations with the plain object.
type Plain<O> = O extends infer I ? { [K in keyof I]: I[K] } : never;

type PayloadsOf<D extends EventFields> = D extends { actions: infer A }
  ? {
      [K in keyof A & string]: Plain<Output<Omit<D["payload"], keyof A[K]> & A[K]> & { action: K }>;
    } & { "*": Plain<Output<D["payload"]> & { action?: OtherAction }> } extends infer P
    ? { [K in keyof P]: P[K] }
    : never
  : { "*": Plain<Output<D["payload"]>> };

/**
 * Writes an event down.
 * @param name the neutral name
 * @param rule which webhooks may have it
 * @param define gives the fields of its deliveries; called once, at the event's first use
 */
export function event<const N extends string, const D extends EventFields>(
  name: N,
  rule: EventRule,
  define: () => D,
): WebhookEvent<N, PayloadsOf<D>> {
  return { name, rule, define: lazy(() => defined(define())) };
}

/** What is known of an event's payloads. */
interface Defined {
  /** The actions that it has today; null where it has none. */
  readonly actions: readonly (string | null)[];
  /** The schema of a payload with this action. */
  readonly schema: (action: string | null) => z.ZodMiniType;
}

function defined({ payload, actions }: EventFields): Defined {
  // An action that the service adds is no error: what it shares with the others is checked.
  const shared = lazy(() => z.looseObject({ ...payload, action: z.optional(z.string()) }));
  const byAction = new Map<string | null, () => z.ZodMiniType>(
    Object.entries(actions ?? {}).map(([action, fields]) => [
      action,
      lazy(() => z.looseObject({ ...payload, action: z.literal(action), ...fields })),
    ]),
  );
  if (!actions) {
    byAction.set(
      null,
      lazy(() => z.looseObject(payload)),
    );
  }
  return { actions: [...byAction.keys()], schema: (action) => (byAction.get(action) ?? shared)() };
}

/** The actions that an event has today; null: it has none. */
export function actionsOf(event: AnyEvent): readonly (string | null)[] {
  return (event.define() as Defined).actions;
}

/** What a delivery of this event carries with this action; null: with none. */
export function payloadSchema(event: AnyEvent, action: string | null): z.ZodMiniType {
  return (event.define() as Defined).schema(action);
}
