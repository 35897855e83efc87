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
import { jsonSchemaOf, plainShape } from "./catalog.ts";
import { compareFieldNames, compareSets, compareShapes } from "./differences.ts";
import type { EventExample, EventVariant } from "./event-description.ts";
import type { SchemaShape } from "./schema-shape.ts";
import { mergeVariants, unknownFields, widenToExample } from "./variants.ts";
import { schemaOnWire } from "./wire-operation.ts";

/** The kinds of webhook that the contract supports. Those of enterprises and of the Marketplace are not compared. */
const COMPARED_KINDS: readonly string[] = ["repository", "organization", "app"] satisfies HookKind[];

/** Not an action of any event. Its schema is the one for unknown actions. */
export const UNKNOWN_ACTION = "unknown-action";

type EventAction = string | null;

/**
 * Lists the differences between an event of the contract, its public description and real deliveries, one line each.
 * Lines begin with the event's name, followed by the actions if only some are affected: `star created|deleted: …`.
 */
export function* differencesOfEvent(
  name: string,
  variants: readonly EventVariant[],
  examples: readonly EventExample[],
): Generator<string> {
  if (!isEventName(name)) return yield `${name}: only in the description`;
  if (variants.length === 0) return yield `${name}: only in the contract`;
  yield* compareHooks(name, variants);
  const event = knownEvent(name);
  if (!event) return;
  yield* comparePayloads(event, variants, examples);
  yield* compareExamples(event, examples);
}

function* byAction(event: string, differences: ReadonlyMap<EventAction, Iterable<string>>): Generator<string> {
  const lines = [...differences].flatMap(([action, found]) => [...found].map((line) => ({ action, line })));
  for (const [line, sources] of Map.groupBy(lines, (found) => found.line)) {
    const actions = sources.map(({ action }) => action);
    yield actions.length === differences.size ? `${event}: ${line}` : `${event} ${actions.join("|")}: ${line}`;
  }
}

function* compareHooks(name: EventName, variants: readonly EventVariant[]): Generator<string> {
  const { hooks, actions = {} } = eventRule(name);
  const differences = [...Map.groupBy(variants, ({ action }) => action)].map(([action, sameAction]) => {
    const described = sameAction.flatMap((variant) => variant.hooks.filter((kind) => COMPARED_KINDS.includes(kind)));
    return [action, compareSets(actions[action ?? ""]?.hooks ?? hooks, described, "webhook of kind")] as const;
  });
  yield* byAction(name, new Map(differences));
}

/** Compares top-level fields by action. Nested fields do not depend on the action and are compared once. */
function* comparePayloads(
  event: AnyEvent,
  variants: readonly EventVariant[],
  examples: readonly EventExample[],
): Generator<string> {
  const { name } = event;
  const described = Map.groupBy(variants, ({ action }) => action);
  const actions = actionsOf(event);
  yield* compareSets(actions.map(String), [...described.keys()].map(String), `${name}: action`);
  const pairs = actions.flatMap((action) => {
    const sameAction = described.get(action);
    if (!sameAction) return [];
    const describedShape = mergeVariants(sameAction.map(({ payload }) => payload()));
    const matchingExamples = examples.filter((example) => example.action === action);
    const { fields: theirs } = matchingExamples.reduce(
      (shape, { payload }) => widenToExample(shape, payload),
      describedShape,
    );
    return { action, ours: shapeOnWire(payloadSchema(event, action)).fields, theirs };
  });
  yield* byAction(
    name,
    new Map(pairs.map(({ action, ours, theirs }) => [action, compareFieldNames(ours, theirs, "field")])),
  );
  for (const field of new Set(pairs.flatMap(({ ours }) => [...ours.keys()]))) {
    const both = pairs.filter(({ ours, theirs }) => ours.has(field) && theirs.has(field));
    if (both.length === 0) continue;
    const ours = mergeVariants(both.flatMap((pair) => pair.ours.get(field)?.shape ?? []));
    const theirs = mergeVariants(both.flatMap((pair) => pair.theirs.get(field)?.shape ?? []));
    yield* compareShapes(ours, theirs, `${name}: ${field}`, "output");
  }
}

/**
 * Reports fields of real github.com deliveries that the contract lacks. Examples of older releases are skipped because
 * they have fields that were removed.
 */
function* compareExamples(event: AnyEvent, examples: readonly EventExample[]): Generator<string> {
  for (const { source, action, payload } of examples) {
    if (source !== "api.github.com") continue;
    const shape = shapeOnWire(payloadSchema(event, action));
    for (const field of unknownFields(shape, payload, "")) yield `${event.name}:${field} only in real deliveries`;
  }
}

type PayloadShapeFields = SchemaShape["fields"];
const fieldCache = new Map<string, WeakMap<z.core.$ZodType, PayloadShapeFields>>();

/**
 * Returns the shape of a payload with the vendor's names. Fields are cached because events share most of them among
 * their actions.
 */
function shapeOnWire(payload: z.ZodMiniType): SchemaShape {
  const def = defOf(payload);
  if (def.type !== "object") throw new Error("A payload schema must be an object.");
  const fields = Object.entries(def.shape).flatMap(([name, field]) => [...fieldOnWire(name, field)]);
  return { types: new Set(["object"]), limits: "", fields: new Map(fields) };
}

function fieldOnWire(name: string, field: z.core.$ZodType): PayloadShapeFields {
  const cachedFields = fieldCache.get(name) ?? new WeakMap<z.core.$ZodType, PayloadShapeFields>();
  fieldCache.set(name, cachedFields);
  const fields =
    cachedFields.get(field) ?? plainShape(schemaOnWire(github, jsonSchemaOf(z.object({ [name]: field })))).fields;
  cachedFields.set(field, fields);
  return fields;
}
