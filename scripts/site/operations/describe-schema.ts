import type { JsonSchema } from "../../../packages/core/src/openapi/schemas.ts";

// Describes JSON schemas in words.

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

/** Returns a link to an object that is described elsewhere. */
export type LinkTo = (object: string) => string;

/** Describes the type that several schemas allow: `list of [User](…)`, `` `all` or `private` ``. */
export function describeType(schemas: readonly JsonSchema[], linkTo: LinkTo): string {
  return [...new Set(schemas.flatMap((schema) => typeParts(schema, linkTo)))].join(" or ");
}

function typeParts(schema: JsonSchema, linkTo: LinkTo): string[] {
  const [, object] = REFERENCE.exec(schema.$ref ?? "") ?? [];
  if (object !== undefined) return [linkTo(object)];
  if (schema["x-big-integer"] === true) return ["digits, as a string"];
  const values = knownValues(schema);
  if (values) return values.map((value) => inlineCode(value));
  const options = optionsOf(schema);
  if (options.length > 0) return options.flatMap((option) => typeParts(option, linkTo));
  const types = [schema.type ?? []].flat();
  if (types.length > 1) return types.flatMap((type) => typeParts({ ...schema, type }, linkTo));
  const [type] = types;
  if (type === "array")
    return [`list of ${isJsonSchema(schema.items) ? describeType([schema.items], linkTo) : "anything"}`];
  if (type === undefined) return ["anything"];
  return [schema.format === "date-time" ? "time" : schema.format === "date" ? "day" : type];
}

/** Describes bounds and the default value. */
export function describeBounds(schema: JsonSchema): string[] {
  const bounds = [
    schema.minimum === undefined ? undefined : `at least ${schema.minimum}`,
    schema.maximum === undefined ? undefined : `at most ${schema.maximum}`,
    schema.minItems === undefined ? undefined : `at least ${count(schema.minItems, "entry", "entries")}`,
    schema.maxItems === undefined ? undefined : `at most ${count(schema.maxItems, "entry", "entries")}`,
    schema.maxLength === undefined ? undefined : `at most ${count(schema.maxLength, "character", "characters")}`,
    schema.pattern === undefined ? undefined : `matches ${inlineCode(schema.pattern)}`,
    schema.default === undefined ? undefined : `default ${inlineCode(schema.default)}`,
  ];
  return bounds.filter((bound) => bound !== undefined);
}

const count = (number: number, singular: string, plural: string) => `${number} ${number === 1 ? singular : plural}`;

/** A field of a schema. */
export interface FieldRow {
  /** Path of the field: `conditions.ref_name.include`, `rules[].type`. */
  readonly name: string;
  readonly schemas: readonly JsonSchema[];
  readonly required: boolean;
}

/** Returns the fields of an object, including fields of nested objects that have no section of their own. */
export function fieldRows(schema: JsonSchema, prefix = ""): FieldRow[] {
  const rowsByVariant = variantsOf(schema).map((variant) => rowsOf(variant, prefix));
  const rows = new Map<string, FieldRow>();
  for (const row of rowsByVariant.flat()) {
    const { schemas = [] } = rows.get(row.name) ?? {};
    // A field that only some variants require is optional.
    const required = rowsByVariant.every((variantRows) =>
      variantRows.some(({ name, required }) => name === row.name && required),
    );
    rows.set(row.name, { ...row, schemas: [...schemas, ...row.schemas], required });
  }
  return sortNested([...rows.values()]);
}

function rowsOf({ properties = {}, required = [] }: JsonSchema, prefix: string): FieldRow[] {
  return Object.entries(properties).flatMap(([field, schema]) => {
    if (!isJsonSchema(schema)) return [];
    const name = `${prefix}${field}`;
    return [{ name, schemas: [schema], required: required.includes(field) }, ...innerRows(schema, name)];
  });
}

/** Moves each row's nested rows to directly after it, because variants of an object can list them separately. */
function sortNested(rows: readonly FieldRow[]): FieldRow[] {
  const shallowest = Math.min(...rows.map(({ name }) => depthOf(name)));
  return rows
    .filter(({ name }) => depthOf(name) === shallowest)
    .flatMap((row) => [
      row,
      ...sortNested(rows.filter(({ name }) => [".", "["].some((next) => name.startsWith(`${row.name}${next}`)))),
    ]);
}

const depthOf = (name: string) => name.split(".").length - 1;

/** Formats a field's name for a table, indented by its depth. */
export function nameCell(name: string, mark = ""): string {
  return `${"&emsp;".repeat(depthOf(name))}${inlineCode(`${name.split(".").at(-1)?.replaceAll("[]", "")}${mark}`)}`;
}

function innerRows(schema: JsonSchema, name: string): FieldRow[] {
  if (schema.type === "array" && isJsonSchema(schema.items)) {
    return schema.items.$ref === undefined ? innerRows(schema.items, `${name}[]`) : [];
  }
  return fieldRows(schema, `${name}.`);
}

/** Returns the object schemas that a schema allows. */
function variantsOf(schema: JsonSchema): JsonSchema[] {
  const options = optionsOf(schema);
  return options.length > 0 ? options.flatMap(variantsOf) : schema.properties ? [schema] : [];
}

/** Returns the alternatives of a schema, except the one that stands for future values. */
function optionsOf({ anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf].filter(isJsonSchema).filter((option) => option["x-other-kind"] !== true);
}

function knownValues(schema: JsonSchema): unknown[] | undefined {
  const known: unknown = schema.enum ?? schema["x-extensible-enum"] ?? ("const" in schema ? [schema.const] : undefined);
  return Array.isArray(known) ? known : undefined;
}

export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Formats a value as inline code. */
export function inlineCode(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
