import { readFileSync } from "node:fs";
import * as z from "zod/mini";

// The recordings of real responses in ../data/recorded.json, as fields by path.
//
// The file writes an object as its fields, an array as a list with the form of its items, and a value as its types:
// `string 3 | null 1`. A number counts occurrences; without it, the value was in every object. The key "" has the types
// of an object that was not always there, "[]" its items if it can also be an array, and "=" the name of a shape.

const Row = z.strictObject({
  operation: z.string(),
  status: z.int(),
  source: z.string(),
  count: z.int(),
  years: z.record(z.string(), z.int()),
  accepts: z.array(z.string()),
  /** Headers besides the common ones, and common ones that not every response had. */
  headers: z.array(z.string()),
  withoutHeaders: z.optional(z.array(z.string())),
  /** Values of `x-accepted-oauth-scopes`; null where the token has no scopes. */
  scopes: z.array(z.nullable(z.string())),
  /** Values of `x-accepted-github-permissions`. */
  permissions: z.optional(z.array(z.string())),
  messages: z.optional(z.record(z.string(), z.int())),
  fields: z.optional(z.unknown()),
  sent: z.optional(z.unknown()),
});

const Recordings = z.strictObject({
  sources: z.record(z.string(), z.string()),
  commonHeaders: z.array(z.string()),
  shapes: z.record(z.string(), z.unknown()),
  rows: z.array(Row),
});

/** Types of a recorded field. */
export interface RecordedField {
  readonly types: ReadonlySet<string>;
}

export type RecordedFields = ReadonlyMap<string, RecordedField>;

/** Recorded responses of one source with the same operation and status. */
export interface Recording {
  /** The operation, the status, and the media type if it isn't plain JSON: `listStargazers 200 star`. */
  readonly title: string;
  readonly operation: string;
  readonly status: number;
  /** The operation's own media type that all calls asked for. */
  readonly mediaType: string | undefined;
  readonly source: string;
  readonly firstYear: number;
  readonly lastYear: number;
  readonly headers: readonly string[];
  readonly scopes: readonly (string | null)[];
  /** Accepted permissions: `administration=write`. */
  readonly permissions: readonly string[];
  readonly messages: readonly string[];
  /** Fields of the response by path: `base.repo.id`, `[].topics[]`. */
  readonly fields: RecordedFields;
  /** Fields of the request. */
  readonly sent: RecordedFields;
}

/** Returns all recordings. */
export function readRecordings(): Recording[] {
  const text = readFileSync(new URL("../data/recorded.json", import.meta.url), "utf8");
  const { commonHeaders, shapes, rows } = z.parse(Recordings, JSON.parse(text));
  return rows.map(({ operation, status, source, years, headers, withoutHeaders = [], scopes, messages, ...row }) => {
    const mediaType = mediaTypeOf(row.accepts);
    const common = commonHeaders.filter((name) => !withoutHeaders.includes(name));
    const sortedYears = Object.keys(years).map(Number).sort();
    return {
      title: [operation, status, mediaType].filter(Boolean).join(" "),
      operation,
      status,
      mediaType,
      source,
      firstYear: sortedYears[0] ?? 0,
      lastYear: sortedYears.at(-1) ?? 0,
      headers: [...common, ...headers.map((header) => header.replace(/ .*/, ""))],
      scopes,
      permissions: row.permissions ?? [],
      messages: Object.keys(messages ?? {}),
      fields: new Map(fieldsIn(row.fields, "", shapes)),
      sent: new Map(fieldsIn(row.sent, "", shapes)),
    };
  });
}

/** Returns the media type that all calls asked for; undefined for plain JSON or if they differ. */
function mediaTypeOf(accepts: readonly string[]): string | undefined {
  const [first, ...others] = new Set(accepts.map((accept) => /\.(star|raw|diff|patch)\b/i.exec(accept)?.[1]));
  return others.length === 0 ? first : undefined;
}

type RecordedForm = readonly [path: string, field: RecordedField];

function* fieldsIn(form: unknown, path: string, shapes: Readonly<Record<string, unknown>>): Generator<RecordedForm> {
  if (form === undefined) return;
  if (typeof form === "string" && form.startsWith("= "))
    return yield* fieldsIn(shapes[form.slice("= ".length)], path, shapes);
  if (typeof form === "string") return yield [path, fieldOf(form)];
  if (Array.isArray(form)) {
    yield [path, fieldOf("array")];
    for (const item of form) yield* fieldsIn(item, `${path}[]`, shapes);
    return;
  }
  const entries = z.parse(z.record(z.string(), z.unknown()), form);
  const { "": types = "object", "=": shape, "[]": items, ...inner } = entries;
  yield [path, fieldOf(z.parse(z.string(), types))];
  if (shape !== undefined)
    for (const field of fieldsIn(`= ${String(shape)}`, path, shapes)) if (field[0] !== path) yield field;
  if (items !== undefined)
    for (const item of z.parse(z.array(z.unknown()), items)) yield* fieldsIn(item, `${path}[]`, shapes);
  for (const [name, field] of Object.entries(inner))
    yield* fieldsIn(field, path === "" ? name : `${path}.${name}`, shapes);
}

function fieldOf(types: string): RecordedField {
  return { types: new Set(types.split(" | ").map((type) => type.replace(/ .*/, ""))) };
}
