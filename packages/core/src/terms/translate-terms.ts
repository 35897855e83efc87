import { lazyPerObject } from "../internal/lazy.ts";
import { fieldPathsOf, lazyPerSchema, markedPaths } from "../schema/field-paths.ts";
import type { Schema, SchemaMark } from "../schema/schema.ts";
import { githubTerms } from "./github-terms.ts";
import { lookUp, type WireTerms } from "./wire-terms.ts";

/**
 * Translates the neutral names in a value to the dialect's; without terms of its own, to GitHub's. Only fields that the schema knows are translated; others
 * stay as they are.
 */
export function toWire(dialect: Partial<WireTerms>, schema: Schema, value: unknown): unknown {
  return translate(translationsFor(dialect)(schema), value, "toWire");
}

/** Translates the dialect's names in a value back to neutral ones. */
export function fromWire(dialect: Partial<WireTerms>, schema: Schema, value: unknown): unknown {
  return translate(translationsFor(dialect)(schema), value, "fromWire");
}

type Direction = "toWire" | "fromWire";

/** Name translations in both directions. */
interface NameTable {
  readonly toWire: Readonly<Record<string, string>>;
  readonly fromWire: Readonly<Record<string, string>>;
}

/** Translations at a position in a schema: of the value itself, of its keys, and of nested positions. */
interface TranslationNode {
  values?: NameTable;
  keys?: NameTable;
  readonly inner: Map<string, TranslationNode>;
}

/** The positions of a schema where this dialect has its own names; undefined if there are none. */
const translationsFor = lazyPerObject((dialect: Partial<WireTerms>) =>
  lazyPerSchema((schema) => buildTranslation({ ...githubTerms, ...dialect }, schema), undefined),
);

function buildTranslation(terms: WireTerms, schema: Schema): TranslationNode | undefined {
  let hasNames = false;
  const root: TranslationNode = { inner: new Map() };
  const nodeAt = (path: string): TranslationNode => {
    let node = root;
    for (const step of path === "" ? [] : path.split(".")) {
      const next: TranslationNode = node.inner.get(step) ?? { inner: new Map() };
      node.inner.set(step, next);
      node = next;
    }
    hasNames = true;
    return node;
  };
  for (const path of fieldPathsOf(schema, (_, name) => lookUp(terms.fields, name) !== undefined)) {
    const steps = path.split(".");
    const name = steps.pop() ?? "";
    const node = nodeAt(steps.join("."));
    node.keys = createTable({ ...node.keys?.toWire, [name]: lookUp(terms.fields, name) ?? name });
  }
  const values = createTable(terms.values);
  const keys = createTable(terms.permissions);
  const marked = (mark: SchemaMark, table: NameTable) =>
    Object.keys(table.toWire).length === 0 ? [] : markedPaths(schema, mark);
  for (const path of marked("vendor-values", values)) nodeAt(path).values = values;
  for (const path of marked("vendor-keys", keys)) nodeAt(path).keys = keys;
  return hasNames ? root : undefined;
}

function createTable(toWire: Readonly<Record<string, string>>): NameTable {
  return { toWire, fromWire: Object.fromEntries(Object.entries(toWire).map(([neutral, wire]) => [wire, neutral])) };
}

/**
 * Visits only positions that can have names to translate, and copies only what changes: most responses contain none.
 */
function translate(node: TranslationNode | undefined, value: unknown, direction: Direction): unknown {
  if (!node) return value;
  if (typeof value === "string") return (node.values && lookUp(node.values[direction], value)) ?? value;
  if (Array.isArray(value)) return translateItems(node.inner.get("[]"), value, direction);
  if (typeof value !== "object" || value === null) return value;
  const changes = new Map<string, readonly [name: string, field: unknown]>();
  const fieldOf = (name: string): unknown => Reflect.get(value, name);
  for (const [from, to] of Object.entries(node.keys?.[direction] ?? {})) {
    if (Object.hasOwn(value, from)) changes.set(from, [to, fieldOf(from)]);
  }
  for (const [name, inner] of node.inner) {
    const from = direction === "toWire" ? name : ((node.keys && lookUp(node.keys.toWire, name)) ?? name);
    if (!Object.hasOwn(value, from)) continue;
    const translated = translate(inner, fieldOf(from), direction);
    if (translated !== fieldOf(from)) changes.set(from, [changes.get(from)?.[0] ?? from, translated]);
  }
  if (changes.size === 0) return value;
  const unchanged = Object.entries(value).filter(([name]) => !changes.has(name));
  // If a value has a field under both names, the translated one wins.
  return Object.fromEntries([...unchanged, ...changes.values()]);
}

function translateItems(node: TranslationNode | undefined, items: readonly unknown[], direction: Direction): unknown {
  if (!node) return items;
  const translated = items.map((item) => translate(node, item, direction));
  return translated.every((item, index) => item === items[index]) ? items : translated;
}
