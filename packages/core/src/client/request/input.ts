import * as z from "zod/mini";
import { type Defined, messageOf } from "../../contract/defined.ts";
import { describeIssue } from "../../contract/issue.ts";
import { placeholdersOf } from "../../contract/operation.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { fieldPaths } from "../../contract/schema.ts";
import type { WireNames } from "../../dialect/dialect.ts";
import { InputError } from "../../errors.ts";
import { aboutOperation } from "../about.ts";
import type { Fields } from "./fields.ts";

/** Makes the error that names what is wrong with a field of an operation's input. */
export function complaintAbout(operation: AnyOperation): (field: string, problem: string) => InputError {
  return (field, problem) => new InputError(`${field} ${problem}.`, { ...aboutOperation(operation), field });
}

/**
 * What a caller gives: the input, without what is undefined. Callers without a compiler get a sentence, too.
 * @throws InputError on what is no operation, or no input
 */
export function readInput(operation: AnyOperation, input: unknown): Fields {
  if (typeof operation !== "object" || operation === null || typeof operation.define !== "function") {
    throw new InputError(
      "This is no operation. Pass one that @forgehand/core/operations exports, or that byRoute has found.",
      { field: "operation" },
    );
  }
  const complain = complaintAbout(operation);
  if (typeof input !== "object" || input === null) throw complain("input", "is an object with the operation's fields");
  const entries = Object.entries(input);
  const given = entries.filter(([, value]) => value !== undefined);
  return given.length === entries.length ? { ...input } : Object.fromEntries(given);
}

/**
 * Holds an input against the contract: every field known, each of its shape, and the rules over all of them.
 * @returns what goes into query and body, as it was given: a default is the service's to apply
 * @throws InputError on a value that can't be right, naming the field
 */
export function checkInput(
  operation: AnyOperation,
  definition: Defined,
  input: Fields,
  dialect: WireNames,
  now: Date,
): { readonly query: Fields; readonly body: Fields } {
  const complain = complaintAbout(operation);
  const { known, fields } = layoutOf(operation, definition);
  for (const field of Object.keys(input)) {
    if (known.has(field)) continue;
    throw complain(field, `is not a field of this operation; it has ${[...known].join(", ") || "none"}`);
  }
  const take = (part: Part): Fields => {
    const schema = definition[part];
    if (!schema) return {};
    const picked: Record<string, unknown> = {};
    for (const name of fields[part]) if (Object.hasOwn(input, name)) picked[name] = input[name];
    const parsed = z.safeParse(schema, picked);
    if (!parsed.success) {
      const { at, problem } = describeIssue(parsed.error.issues[0], picked, part);
      throw complain(at, problem);
    }
    const stranger = findStranger(picked, parsed.data, (way) => {
      throw complain(way.join("."), "is wrong: a plain object is expected");
    });
    if (stranger) throw complain(stranger.join("."), `is not a field there${othersThere(schema, stranger)}`);
    return picked;
  };
  take("path");
  const checked = { query: take("query"), body: take("body") };
  if (!definition.rules) return checked;
  const context = { now, reservedNamePrefix: dialect.reservedNamePrefix };
  for (const rule of definition.rules) {
    if (rule.holds(input, context)) continue;
    const problem = rule.fields.length > 1 ? "do not fit together" : "is wrong";
    throw complain(rule.fields.join(", "), `${problem}: ${messageOf(rule, context)}`);
  }
  return checked;
}

/** Where an input's fields go. */
type Part = "path" | "query" | "body";

/** The fields that an operation takes. */
interface Layout {
  readonly known: ReadonlySet<string>;
  readonly fields: Readonly<Record<Part, readonly string[]>>;
}

const layouts = new WeakMap<AnyOperation, Layout>();

/** Found once: calls come by the thousand. */
function layoutOf(operation: AnyOperation, definition: Defined): Layout {
  const found = layouts.get(operation);
  if (found) return found;
  const fieldsOf = (part: Part) => Object.keys(definition[part]?.shape ?? {});
  const fields = { path: fieldsOf("path"), query: fieldsOf("query"), body: fieldsOf("body") };
  const known = new Set([...placeholdersOf(operation.path), ...fields.query, ...fields.body]);
  const layout = { known, fields };
  layouts.set(operation, layout);
  return layout;
}

/** What JSON writes as it reads: instances of classes are checked by what they inherit, and written without it. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * The way to the first field of an input that its schema doesn't know, however deep: what was checked lacks it.
 * @param refuse throws the error for something on the way that is no plain object
 */
function findStranger(
  given: unknown,
  checked: unknown,
  refuse: (way: readonly string[]) => never,
  way: readonly string[] = [],
): readonly string[] | undefined {
  // Where anything may be, nothing is a stranger.
  if (given === checked) return undefined;
  if (typeof given !== "object" || given === null || typeof checked !== "object" || checked === null) return undefined;
  if (!isPlain(given)) return refuse(way);
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(checked, name) && (typeof value !== "object" || value === null)) continue;
    const inside = [...way, name];
    const found = Object.hasOwn(checked, name)
      ? findStranger(value, Reflect.get(checked, name), refuse, inside)
      : inside;
    if (found) return found;
  }
  return undefined;
}

/** What a schema has where a stranger was found: `; it has url, secret`. */
function othersThere(schema: z.ZodMiniType, stranger: readonly string[]): string {
  const place = (steps: readonly string[]) => steps.map((step) => (/^\d+$/.test(step) ? "[]" : step)).join(".");
  const there = place(stranger.slice(0, -1));
  const ways = fieldPaths(schema, () => true).map((path) => path.split("."));
  const names = ways.flatMap((way) =>
    way.length === stranger.length && place(way.slice(0, -1)) === there ? way.at(-1) : [],
  );
  return names.length === 0 ? "" : `; it has ${[...new Set(names)].join(", ")}`;
}
