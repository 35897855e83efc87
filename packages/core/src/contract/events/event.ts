import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { compileSchema } from "../../schema/compile-schema.ts";
import { defOf } from "../schema.ts";
import type { AnyEvent, EventDefinition, EventRule, OtherAction, WebhookEvent } from "./event-types.ts";

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

/** @throws TypeError if the event is not the contract's */
function schemasOf(event: AnyEvent): EventSchemas {
  const declared = event["~declared"]?.();
  if (!declared) throw new TypeError(`The contract has no event ${event.name}.`);
  return declared as EventSchemas;
}

/** Schemas of an event's payloads. */
interface EventSchemas {
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

/** Returns the known actions of an event; null stands for an event without actions. */
export function actionsOf(event: AnyEvent): readonly (string | null)[] {
  return schemasOf(event).actions;
}

/** Returns whether an event has an action: one that the contract lists, or any if senders choose it. */
export function hasAction(event: AnyEvent, action: string | null): boolean {
  return choosesAction(event) ? action !== null : actionsOf(event).includes(action);
}

/** Returns whether the senders of an event choose its action. */
export function choosesAction(event: AnyEvent): boolean {
  const def = defOf(payloadSchema(event, null));
  return actionsOf(event).includes(null) && def.type === "object" && Object.hasOwn(def.shape, "action");
}

/** Returns the payload schema of an event for an action; null stands for no action. */
export function payloadSchema(event: AnyEvent, action: string | null): z.ZodMiniType {
  return schemasOf(event).schema(action);
}
