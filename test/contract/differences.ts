import type { DescribedOperation } from "./data.ts";
import { type ResolveReference, type SchemaShape, type ShapeField, shapeOf, unionOf } from "./schema-shape.ts";
import type { WireOperation } from "./wire-operation.ts";

type ShapeFields = ReadonlyMap<string, ShapeField>;

/** Inputs are compared strictly. Outputs may be null or have additional limits that the other side does not state. */
type PayloadDirection = "input" | "output";

/**
 * Lists the differences between an operation of the contract and its public description, one line each. Differences
 * within a schema that operations share are reported with that schema's name, so they are the same line for each
 * operation.
 */
export function* differencesOf(
  ours: WireOperation,
  theirs: DescribedOperation,
  resolve: ResolveReference,
): Generator<string> {
  const at = `${ours.route}:`;
  yield* compareSets(ours.editions, theirs.editions, `${at} edition`);
  for (const kind of ["path", "query"] as const) {
    const parameters = theirs.parameters.filter((parameter) => parameter.in === kind);
    const described = parameters.map(({ name, required = false, schema }): [string, ShapeField] => [
      name.replaceAll("-", "_"),
      { required, shape: shapeOf(schema, resolve) },
    ]);
    yield* compareFields(ours[kind], new Map(described), `${at} ${kind}`, "input");
  }
  if (ours.body && theirs.body)
    yield* compareShapes(ours.body, withoutNull(shapeOf(theirs.body, resolve)), `${at} body`, "input");
  else if (ours.body ?? theirs.body) yield `${at} body only in the ${ours.body ? "contract" : "description"}`;
  yield* compareSets([...ours.success.keys(), ...ours.otherStatuses], Object.keys(theirs.responses), `${at} status`);
  yield* compareResponses(ours, theirs, resolve);
}

function* compareResponses(
  ours: WireOperation,
  theirs: DescribedOperation,
  resolve: ResolveReference,
): Generator<string> {
  const at = `${ours.route}:`;
  const described = new Map(
    Object.entries(theirs.responses["200"] ?? {})
      .filter(([type]) => type !== "application/json")
      .map(([type, schema]) => [plainMediaType(type), shapeOf(schema, resolve)]),
  );
  const media = new Map([...ours.media].map(([type, shape]) => [plainMediaType(type), shape]));
  yield* compareSets(media.keys(), described.keys(), `${at} media type`);
  for (const [type, shape] of media) {
    const other = described.get(type);
    if (shape && other) yield* compareShapes(shape, other, `${at} response as ${type}`, "output");
  }
  // Variants without a media type of their own in the description are among the alternatives of the plain response.
  const others = [...media].flatMap(([type, shape]) => (shape && !described.has(type) ? [shape] : []));
  for (const [status, shape] of ours.success) {
    const schema = theirs.responses[status]?.["application/json"];
    const other = schema && shapeOf(schema, resolve);
    if (shape && other) yield* compareShapes(unionOf([shape, ...others]), other, `${at} response`, "output");
    else if (shape) yield `${at} body of ${status} only in the contract`;
    else if (other && other.fields.size > 0) yield `${at} body of ${status} only in the description`;
  }
}

/** The description writes some media types with an old version, and some without the suffix. */
function plainMediaType(type: string): string {
  return `${type.replace(".v3.", ".").replace(/\+json$/, "")}+json`;
}

/** An optional body is described as nullable. */
function withoutNull(shape: SchemaShape): SchemaShape {
  return { ...shape, types: new Set([...shape.types].filter((type) => type !== "null")) };
}

/** Lists the differences between two shapes. */
export function* compareShapes(
  ours: SchemaShape,
  theirs: SchemaShape,
  location: string,
  direction: PayloadDirection,
): Generator<string> {
  const at = theirs.name === undefined ? location : `schema ${theirs.name}:`;
  const [our, their] = [typesOf(ours, direction), typesOf(theirs, direction)];
  if (our && their && our !== their) yield `${at} ${our} in the contract, ${their} in the description`;
  if (ours.values && theirs.values) yield* compareSets(ours.values, theirs.values, `${at} value`);
  else if (ours.values) yield `${at} values ${joinSorted(ours.values)} only in the contract`;
  else if (theirs.values) yield `${at} values ${joinSorted(theirs.values)} only in the description`;
  if (direction === "input") yield* compareInputs(ours, theirs, at);
  if (ours.items && theirs.items) yield* compareShapes(ours.items, theirs.items, `${at}[]`, direction);
  const [entries, others] = [ours.entries ?? mergedFields(ours), theirs.entries ?? mergedFields(theirs)];
  if (!ours.entries && !theirs.entries) yield* compareFields(ours.fields, theirs.fields, at, direction);
  else if (entries && others) yield* compareShapes(entries, others, `${at} *`, direction);
}

/** Merges all fields into one shape, to compare them with an object that accepts any key. */
function mergedFields({ fields }: SchemaShape): SchemaShape | undefined {
  return fields.size > 0 ? unionOf([...fields.values()].map(({ shape }) => shape)) : undefined;
}

/** Returns the type names for a comparison. Only GitHub's prose documentation distinguishes integers from numbers. */
function typesOf({ types }: SchemaShape, direction: PayloadDirection): string {
  const known = [...types].filter((type) => direction === "input" || type !== "null");
  return joinSorted(new Set(known.map((type) => (type === "integer" ? "number" : type))));
}

function* compareInputs(ours: SchemaShape, theirs: SchemaShape, at: string): Generator<string> {
  const defaults = [ours, theirs].map(({ fallback }) => (fallback === undefined ? "none" : JSON.stringify(fallback)));
  const limits = [ours, theirs].map((shape) => shape.limits || "any number");
  if (defaults[0] !== defaults[1])
    yield `${at}: default ${defaults[0]} in the contract, ${defaults[1]} in the description`;
  if (limits[0] !== limits[1]) yield `${at}: ${limits[0]} of items in the contract, ${limits[1]} in the description`;
}

function* compareFields(
  ours: ShapeFields,
  theirs: ShapeFields,
  at: string,
  direction: PayloadDirection,
): Generator<string> {
  if (ours.size > 0 && theirs.size === 0)
    return yield `${at} fields ${[...ours.keys()].join("|")} only in the contract`;
  if (theirs.size > 0 && ours.size === 0)
    return yield `${at} fields ${[...theirs.keys()].join("|")} only in the description`;
  yield* compareFieldNames(ours, theirs, at);
  for (const [name, our] of ours) {
    const their = theirs.get(name);
    if (their) yield* compareShapes(our.shape, their.shape, `${at} ${name}`, direction);
  }
}

/** Compares which fields exist and which are required. */
export function* compareFieldNames(ours: ShapeFields, theirs: ShapeFields, at: string): Generator<string> {
  yield* compareSets(ours.keys(), theirs.keys(), at);
  for (const [name, { required }] of ours) {
    const their = theirs.get(name);
    if (their && required !== their.required)
      yield `${at} ${name} required only in the ${required ? "contract" : "description"}`;
  }
}

/** Lists the values that only one side has. */
export function* compareSets(
  ours: Iterable<string | number>,
  theirs: Iterable<string | number>,
  at: string,
): Generator<string> {
  const [our, their] = [ours, theirs].map((words) => new Set([...words].map(String)));
  for (const value of our ?? []) if (!their?.has(value)) yield `${at} ${value} only in the contract`;
  for (const value of their ?? []) if (!our?.has(value)) yield `${at} ${value} only in the description`;
}

function joinSorted(words: Iterable<string>): string {
  return [...words].sort().join("|");
}
