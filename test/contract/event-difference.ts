import {
  type AnyEvent,
  actionsOf,
  defOf,
  type EventName,
  eventRule,
  type HookKind,
  isEventName,
  knownEvent,
  payloadSchema,
} from "@forgehand/core/contract";
import { github } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import { jsonSchemaOf, plainShape } from "./catalogue.ts";
import { ofNames, ofSets, ofShapes } from "./difference.ts";
import type { Example, Variant } from "./event-description.ts";
import type { Shape } from "./shape.ts";
import { shownBy, unknownFields, variantsOf } from "./variants.ts";
import { schemaOnWire } from "./wire.ts";

/** The kinds of webhook that the contract knows; those of enterprises and of the marketplace are none of its business. */
const KINDS: readonly string[] = ["repository", "organization", "app"] satisfies HookKind[];

/** No event's action: its schema is that of actions to come. */
export const TO_COME = "is yet to come";

type Action = string | null;

/**
 * All that sets an event of the contract apart from its description, and from real deliveries: a line each, which begins
 * with the event's name. What only some actions show is told with these: `star created|deleted: …`.
 */
export function* differencesOfEvent(
  name: string,
  variants: readonly Variant[],
  examples: readonly Example[],
): Generator<string> {
  if (!isEventName(name)) return yield `${name}: only in the description`;
  if (variants.length === 0) return yield `${name}: only in the contract`;
  yield* ofHooks(name, variants);
  const event = knownEvent(name);
  if (!event) return;
  yield* ofPayloads(event, variants, examples);
  yield* ofExamples(event, examples);
}

function* byAction(event: string, said: ReadonlyMap<Action, Iterable<string>>): Generator<string> {
  const lines = [...said].flatMap(([action, told]) => [...told].map((line) => ({ action, line })));
  for (const [line, tellers] of Map.groupBy(lines, (told) => told.line)) {
    const actions = tellers.map(({ action }) => action);
    yield actions.length === said.size ? `${event}: ${line}` : `${event} ${actions.join("|")}: ${line}`;
  }
}

function* ofHooks(name: EventName, variants: readonly Variant[]): Generator<string> {
  const { hooks, actions = {} } = eventRule(name);
  const said = [...Map.groupBy(variants, ({ action }) => action)].map(([action, same]) => {
    const described = same.flatMap((variant) => variant.hooks.filter((kind) => KINDS.includes(kind)));
    return [action, ofSets(actions[action ?? ""]?.hooks ?? hooks, described, "webhook of kind")] as const;
  });
  yield* byAction(name, new Map(said));
}

/** Top fields are compared by action. What lies within is the same whatever the action, and is compared once. */
function* ofPayloads(event: AnyEvent, variants: readonly Variant[], examples: readonly Example[]): Generator<string> {
  const { name } = event;
  const described = Map.groupBy(variants, ({ action }) => action);
  const actions = actionsOf(event);
  yield* ofSets(actions.map(String), [...described.keys()].map(String), `${name}: action`);
  const pairs = actions.flatMap((action) => {
    const same = described.get(action);
    if (!same) return [];
    const said = variantsOf(same.map(({ payload }) => payload()));
    const real = examples.filter((example) => example.action === action);
    const { fields: theirs } = real.reduce((shape, { payload }) => shownBy(shape, payload), said);
    return { action, ours: shapeOnWire(payloadSchema(event, action)).fields, theirs };
  });
  yield* byAction(name, new Map(pairs.map(({ action, ours, theirs }) => [action, ofNames(ours, theirs, "field")])));
  for (const field of new Set(pairs.flatMap(({ ours }) => [...ours.keys()]))) {
    const both = pairs.filter(({ ours, theirs }) => ours.has(field) && theirs.has(field));
    if (both.length === 0) continue;
    const ours = variantsOf(both.flatMap((pair) => pair.ours.get(field)?.shape ?? []));
    const theirs = variantsOf(both.flatMap((pair) => pair.theirs.get(field)?.shape ?? []));
    yield* ofShapes(ours, theirs, `${name}: ${field}`, "answered");
  }
}

/** Fields of real deliveries that the contract does not know: of today's, as old releases had some that are gone. */
function* ofExamples(event: AnyEvent, examples: readonly Example[]): Generator<string> {
  for (const { source, action, payload } of examples) {
    if (source !== "api.github.com") continue;
    const shape = shapeOnWire(payloadSchema(event, action));
    for (const field of unknownFields(shape, payload, "")) yield `${event.name}:${field} only in real deliveries`;
  }
}

type Fields = Shape["fields"];
const known = new Map<string, WeakMap<z.core.$ZodType, Fields>>();

/** A payload in the vendor's words. Most of its fields are those of the event's other actions, and are looked at once. */
function shapeOnWire(payload: z.ZodMiniType): Shape {
  const def = defOf(payload);
  if (def.type !== "object") throw new Error("A payload is an object.");
  const fields = Object.entries(def.shape).flatMap(([name, field]) => [...fieldOnWire(name, field)]);
  return { types: new Set(["object"]), limits: "", fields: new Map(fields) };
}

function fieldOnWire(name: string, field: z.core.$ZodType): Fields {
  const same = known.get(name) ?? new WeakMap<z.core.$ZodType, Fields>();
  known.set(name, same);
  const fields = same.get(field) ?? plainShape(schemaOnWire(github, jsonSchemaOf(z.object({ [name]: field })))).fields;
  same.set(field, fields);
  return fields;
}
