import type { JsonSchema } from "../../../packages/core/src/openapi/schemas.ts";

// What a schema allows, in words.

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

/** How a page names an object that is described elsewhere. */
export type LinkTo = (object: string) => string;

/** A type in a few words, of each schema that there is: `list of [User](…)`, `` `all` or `private` ``. */
export function typeWords(schemas: readonly JsonSchema[], linkTo: LinkTo): string {
  return [...new Set(schemas.flatMap((schema) => partsOf(schema, linkTo)))].join(" or ");
}

function partsOf(schema: JsonSchema, linkTo: LinkTo): string[] {
  const [, object] = REFERENCE.exec(schema.$ref ?? "") ?? [];
  if (object !== undefined) return [linkTo(object)];
  if (schema["x-big-integer"] === true) return ["digits, as a string"];
  const words = wordsOf(schema);
  if (words) return words.map((word) => code(word));
  const options = optionsOf(schema);
  if (options.length > 0) return options.flatMap((option) => partsOf(option, linkTo));
  const types = [schema.type ?? []].flat();
  if (types.length > 1) return types.flatMap((type) => partsOf({ ...schema, type }, linkTo));
  const [type] = types;
  if (type === "array") return [`list of ${isSchemaOf(schema.items) ? typeWords([schema.items], linkTo) : "anything"}`];
  if (type === undefined) return ["anything"];
  return [schema.format === "date-time" ? "time" : schema.format === "date" ? "day" : type];
}

/** Bounds and what is taken where nothing is given, in words. */
export function boundWords(schema: JsonSchema): string[] {
  const bounds = [
    schema.minimum === undefined ? undefined : `at least ${schema.minimum}`,
    schema.maximum === undefined ? undefined : `at most ${schema.maximum}`,
    schema.minItems === undefined ? undefined : `at least ${count(schema.minItems, "entry", "entries")}`,
    schema.maxItems === undefined ? undefined : `at most ${count(schema.maxItems, "entry", "entries")}`,
    schema.maxLength === undefined ? undefined : `at most ${count(schema.maxLength, "character", "characters")}`,
    schema.pattern === undefined ? undefined : `matches ${code(schema.pattern)}`,
    schema.default === undefined ? undefined : `default ${code(schema.default)}`,
  ];
  return bounds.filter((bound) => bound !== undefined);
}

const count = (number: number, one: string, several: string) => `${number} ${number === 1 ? one : several}`;

/** A field somewhere in a schema. */
export interface FieldRow {
  /** The way to it: `conditions.ref_name.include`, `rules[].type`. */
  readonly name: string;
  readonly schemas: readonly JsonSchema[];
  readonly required: boolean;
}

/** The fields of an object, and of the objects in it that have no page of their own. */
export function fieldRows(schema: JsonSchema, prefix = ""): FieldRow[] {
  const kinds = variantsOf(schema).map((variant) => rowsOf(variant, prefix));
  const rows = new Map<string, FieldRow>();
  for (const row of kinds.flat()) {
    const { schemas = [] } = rows.get(row.name) ?? {};
    // What only one kind of object must have is not always needed.
    const required = kinds.every((kind) => kind.some(({ name, required }) => name === row.name && required));
    rows.set(row.name, { ...row, schemas: [...schemas, ...row.schemas], required });
  }
  return nested([...rows.values()]);
}

function rowsOf({ properties = {}, required = [] }: JsonSchema, prefix: string): FieldRow[] {
  return Object.entries(properties).flatMap(([field, schema]) => {
    if (!isSchemaOf(schema)) return [];
    const name = `${prefix}${field}`;
    return [{ name, schemas: [schema], required: required.includes(field) }, ...innerRows(schema, name)];
  });
}

/** Each row with those that lie in it right behind it: kinds of object may have brought them one after the other. */
function nested(rows: readonly FieldRow[]): FieldRow[] {
  const shallowest = Math.min(...rows.map(({ name }) => depthOf(name)));
  return rows
    .filter(({ name }) => depthOf(name) === shallowest)
    .flatMap((row) => [
      row,
      ...nested(rows.filter(({ name }) => [".", "["].some((next) => name.startsWith(`${row.name}${next}`)))),
    ]);
}

const depthOf = (name: string) => name.split(".").length - 1;

/** A field's name as a table shows it: by itself, further in for each object that it lies in. */
export function nameCell(name: string, mark = ""): string {
  return `${"&emsp;".repeat(depthOf(name))}${code(`${name.split(".").at(-1)?.replaceAll("[]", "")}${mark}`)}`;
}

function innerRows(schema: JsonSchema, name: string): FieldRow[] {
  if (schema.type === "array" && isSchemaOf(schema.items)) {
    return schema.items.$ref === undefined ? innerRows(schema.items, `${name}[]`) : [];
  }
  return fieldRows(schema, `${name}.`);
}

/** The kinds of object that a schema allows. */
function variantsOf(schema: JsonSchema): JsonSchema[] {
  const options = optionsOf(schema);
  return options.length > 0 ? options.flatMap(variantsOf) : schema.properties ? [schema] : [];
}

/** What a schema is one of; that the service may add to them needs no words. */
function optionsOf({ anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf].filter(isSchemaOf).filter((option) => option["x-other-kind"] !== true);
}

function wordsOf(schema: JsonSchema): unknown[] | undefined {
  const known: unknown = schema.enum ?? schema["x-extensible-enum"] ?? ("const" in schema ? [schema.const] : undefined);
  return Array.isArray(known) ? known : undefined;
}

export function isSchemaOf(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as code. */
export function code(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
