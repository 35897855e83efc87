import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { compileSchema } from "../../schema/compile-schema.ts";
import type { EventDefinition, EventRule, OtherAction, WebhookEvent } from "./event-types.ts";

// Type casts are confined to this file, definition-of.ts, operation.ts and schema.ts, which create the types.

type PayloadFields = Readonly<Record<string, z.ZodMiniType>>;

/** Payload fields of an event. */
export interface EventFields {
  /** Fields of every payload of the event. */
  readonly payload: PayloadFields;
  /**
   * Actions with the fields that they add or override; absent for an event without actions, or whose senders choose any
   * action, which `payload` then has.
   */
  readonly actions?: Readonly<Record<string, PayloadFields>>;
}

type PayloadOutput<F> = F extends PayloadFields ? z.output<z.ZodMiniObject<F, z.core.$loose>> : never;

// `infer` makes the compiler emit the plain object in declarations.
type PlainPayload<O> = O extends infer I ? { [K in keyof I]: I[K] } : never;

type PayloadsByAction<D extends EventFields> = D extends { actions: infer A }
  ? {
      [K in keyof A & string]: PlainPayload<PayloadOutput<Omit<D["payload"], keyof A[K]> & A[K]> & { action: K }>;
    } & { "*": PlainPayload<PayloadOutput<D["payload"]> & { action?: OtherAction }> } extends infer P
    ? { [K in keyof P]: P[K] }
    : never
  : { "*": PlainPayload<PayloadOutput<D["payload"]>> };

/**
 * Declares an event.
 * @param name the neutral name
 * @param rule the webhooks that can receive it
 * @param define returns the payload fields; called once, when the event is first used
 */
/* @__NO_SIDE_EFFECTS__ */
export function event<const N extends string, const D extends EventFields>(
  name: N,
  rule: EventRule,
  define: () => D,
): WebhookEvent<N, PayloadsByAction<D>> {
  const declared = lazy(() => eventSchemas(define()));
  return { name, rule, define: lazy(() => compileEvent(declared())), "~declared": declared };
}

function compileEvent({ actions, schema }: EventSchemas): EventDefinition {
  const known = actions.flatMap((action) =>
    action === null ? [] : [[action, compileSchema(schema(action))] as const],
  );
  return { payloads: { ...Object.fromEntries(known), "*": compileSchema(schema(null)) } };
}

/** Schemas of an event's payloads. */
export interface EventSchemas {
  /** Known actions; null for an event without actions. */
  readonly actions: readonly (string | null)[];
  /** Returns the schema of a payload with this action. */
  readonly schema: (action: string | null) => z.ZodMiniType;
}

function eventSchemas({ payload, actions }: EventFields): EventSchemas {
  if (!actions) {
    const schema = lazy(() => z.looseObject(payload));
    return { actions: [null], schema };
  }
  // An unknown action is accepted; only the fields common to all actions are validated.
  const unknownActionSchema = lazy(() => z.looseObject({ ...payload, action: z.optional(z.string()) }));
  const byAction = new Map<string | null, () => z.ZodMiniType>(
    Object.entries(actions).map(([action, fields]) => [
      action,
      lazy(() => z.looseObject({ ...payload, action: z.literal(action), ...fields })),
    ]),
  );
  return { actions: [...byAction.keys()], schema: (action) => (byAction.get(action) ?? unknownActionSchema)() };
}
