import type { DescribedOperation } from "./data.ts";
import { anyOf, type Field, type Resolve, type Shape, shapeOf } from "./shape.ts";
import type { WireOperation } from "./wire.ts";

type Fields = ReadonlyMap<string, Field>;

/** What is sent is compared to the last detail. An answer may be null, or longer, where nobody says so. */
type Way = "sent" | "answered";

/**
 * Everything that sets the contract's operation apart from the description's, a line each. What lies in a schema that the
 * description shares among operations is told of that schema: the same line wherever it is met.
 */
export function* differencesOf(ours: WireOperation, theirs: DescribedOperation, resolve: Resolve): Generator<string> {
  const at = `${ours.route}:`;
  yield* ofSets(ours.editions, theirs.editions, `${at} edition`);
  for (const kind of ["path", "query"] as const) {
    const parameters = theirs.parameters.filter((parameter) => parameter.in === kind);
    const described = parameters.map(({ name, required = false, schema }): [string, Field] => [
      name.replaceAll("-", "_"),
      { required, shape: shapeOf(schema, resolve) },
    ]);
    yield* ofFields(ours[kind], new Map(described), `${at} ${kind}`, "sent");
  }
  if (ours.body && theirs.body)
    yield* ofShapes(ours.body, notNull(shapeOf(theirs.body, resolve)), `${at} body`, "sent");
  else if (ours.body ?? theirs.body) yield `${at} body only in the ${ours.body ? "contract" : "description"}`;
  yield* ofSets([...ours.success.keys(), ...ours.otherStatuses], Object.keys(theirs.responses), `${at} status`);
  yield* ofAnswers(ours, theirs, resolve);
}

function* ofAnswers(ours: WireOperation, theirs: DescribedOperation, resolve: Resolve): Generator<string> {
  const at = `${ours.route}:`;
  const described = new Map(
    Object.entries(theirs.responses["200"] ?? {})
      .filter(([type]) => type !== "application/json")
      .map(([type, schema]) => [plainMediaType(type), shapeOf(schema, resolve)]),
  );
  yield* ofSets(ours.media.keys(), described.keys(), `${at} media type`);
  for (const [type, shape] of ours.media) {
    const other = described.get(type);
    if (shape && other) yield* ofShapes(shape, other, `${at} answer as ${type}`, "answered");
  }
  // What has no media type of its own there stands among the plain answer's alternatives.
  const others = [...ours.media].flatMap(([type, shape]) => (shape && !described.has(type) ? [shape] : []));
  for (const [status, shape] of ours.success) {
    const schema = theirs.responses[status]?.["application/json"];
    const other = schema && shapeOf(schema, resolve);
    if (shape && other) yield* ofShapes(anyOf([shape, ...others]), other, `${at} answer`, "answered");
    else if (shape) yield `${at} body of ${status} only in the contract`;
    else if (other && other.fields.size > 0) yield `${at} body of ${status} only in the description`;
  }
}

/** The description writes some with an old version, and some without the syntax. */
function plainMediaType(type: string): string {
  return `${type.replace(".v3.", ".").replace(/\+json$/, "")}+json`;
}

/** A body may be left out as a whole, which the description writes as null. */
function notNull(shape: Shape): Shape {
  return { ...shape, types: new Set([...shape.types].filter((type) => type !== "null")) };
}

/** What sets two shapes apart. */
export function* ofShapes(ours: Shape, theirs: Shape, place: string, way: Way): Generator<string> {
  const at = theirs.name === undefined ? place : `schema ${theirs.name}:`;
  const [our, their] = [typesOf(ours, way), typesOf(theirs, way)];
  if (our && their && our !== their) yield `${at} ${our} in the contract, ${their} in the description`;
  if (ours.values && theirs.values) yield* ofSets(ours.values, theirs.values, `${at} word`);
  else if (ours.values) yield `${at} words ${listed(ours.values)} only in the contract`;
  else if (theirs.values) yield `${at} words ${listed(theirs.values)} only in the description`;
  if (way === "sent") yield* ofInput(ours, theirs, at);
  if (ours.items && theirs.items) yield* ofShapes(ours.items, theirs.items, `${at}[]`, way);
  const [entries, others] = [ours.entries ?? anyField(ours), theirs.entries ?? anyField(theirs)];
  if (!ours.entries && !theirs.entries) yield* ofFields(ours.fields, theirs.fields, at, way);
  else if (entries && others) yield* ofShapes(entries, others, `${at} *`, way);
}

/** Where the other side has keys of any name, the fields are compared as one. */
function anyField({ fields }: Shape): Shape | undefined {
  return fields.size > 0 ? anyOf([...fields.values()].map(({ shape }) => shape)) : undefined;
}

/** The types of a value; whole numbers are told from others in the documents only. */
function typesOf({ types }: Shape, way: Way): string {
  const known = [...types].filter((type) => way === "sent" || type !== "null");
  return listed(new Set(known.map((type) => (type === "integer" ? "number" : type))));
}

function* ofInput(ours: Shape, theirs: Shape, at: string): Generator<string> {
  const defaults = [ours, theirs].map(({ fallback }) => (fallback === undefined ? "none" : JSON.stringify(fallback)));
  const limits = [ours, theirs].map((shape) => shape.limits || "any number");
  if (defaults[0] !== defaults[1])
    yield `${at}: default ${defaults[0]} in the contract, ${defaults[1]} in the description`;
  if (limits[0] !== limits[1]) yield `${at}: ${limits[0]} of items in the contract, ${limits[1]} in the description`;
}

function* ofFields(ours: Fields, theirs: Fields, at: string, way: Way): Generator<string> {
  if (ours.size > 0 && theirs.size === 0)
    return yield `${at} fields ${[...ours.keys()].join("|")} only in the contract`;
  if (theirs.size > 0 && ours.size === 0)
    return yield `${at} fields ${[...theirs.keys()].join("|")} only in the description`;
  yield* ofNames(ours, theirs, at);
  for (const [name, our] of ours) {
    const their = theirs.get(name);
    if (their) yield* ofShapes(our.shape, their.shape, `${at} ${name}`, way);
  }
}

/** Which fields there are, and which are required. */
export function* ofNames(ours: Fields, theirs: Fields, at: string): Generator<string> {
  yield* ofSets(ours.keys(), theirs.keys(), at);
  for (const [name, { required }] of ours) {
    const their = theirs.get(name);
    if (their && required !== their.required)
      yield `${at} ${name} required only in the ${required ? "contract" : "description"}`;
  }
}

/** What only one of two lists has. */
export function* ofSets(
  ours: Iterable<string | number>,
  theirs: Iterable<string | number>,
  at: string,
): Generator<string> {
  const [our, their] = [ours, theirs].map((words) => new Set([...words].map(String)));
  for (const one of our ?? []) if (!their?.has(one)) yield `${at} ${one} only in the contract`;
  for (const one of their ?? []) if (!our?.has(one)) yield `${at} ${one} only in the description`;
}

function listed(words: Iterable<string>): string {
  return [...words].sort().join("|");
}
