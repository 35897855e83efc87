import { github, mediaType } from "@forgehand/core/dialects";
import type { WireResponse } from "../../conformance/wire-call.ts";
import type { SchemaShape } from "../schema-shape.ts";
import type { WireOperation } from "../wire-operation.ts";
import type { RecordedFields, Recording } from "./recordings.ts";

// Compares recordings of one operation and status with the contract and with the emulator's response, one line for each
// difference. `until 2018` is the year of the last recording with the field, or that could have had it.

type FieldTypes = ReadonlyMap<string, ReadonlySet<string>>;

interface MergedField {
  readonly types: ReadonlySet<string>;
  readonly lastYear: number;
}

/** Merges the fields of several sources. */
function mergeFields(sources: readonly (readonly [fields: RecordedFields, lastYear: number])[]) {
  const merged = new Map<string, MergedField>();
  for (const [fields, year] of sources) {
    for (const [path, { types }] of fields) {
      const known = merged.get(path);
      merged.set(path, {
        types: new Set([...(known?.types ?? []), ...types]),
        lastYear: Math.max(year, known?.lastYear ?? 0),
      });
    }
  }
  return merged;
}

/** Lists the recorded fields and types that the contract doesn't allow. */
export function* contractDifferences(ours: WireOperation, recordings: readonly Recording[]): Generator<string> {
  const [first] = recordings;
  if (!first) return;
  const at = `${first.title}: contract`;
  const ownMedia = first.mediaType === undefined ? undefined : ours.media.get(mediaType(github, first.mediaType));
  const shape = ownMedia ?? ours.success.get(first.status);
  if (!shape && !ours.success.has(first.status) && !ours.otherStatuses.includes(first.status) && first.status < 300)
    yield `${at} lacks the status`;
  if (shape) {
    const fields = mergeFields(recordings.map(({ fields, lastYear }) => [fields, lastYear]));
    yield* shapeDifferences(shape, fields, `${at}:`);
  }
  const sent = mergeFields(recordings.map((recording) => [recording.sent, recording.lastYear]));
  if (ours.body) yield* shapeDifferences(ours.body, sent, `${at}: request`);
  else if (sent.size > 0) yield `${at} lacks the request's body`;
  const permissions = recordings.flatMap((recording) => recording.permissions);
  const ourPermissions = ours.permissions.join("; ");
  if (permissions.length > 0 && !permissions.includes(ourPermissions))
    yield `${at} permissions "${ourPermissions}", "${permissions.join('" or "')}" in the recordings`;
}

function* shapeDifferences(
  shape: SchemaShape,
  fields: ReadonlyMap<string, MergedField>,
  at: string,
): Generator<string> {
  for (const [path, { types, lastYear }] of fields) {
    const known = shapeAt(shape, path);
    if (!known) {
      const parent = shapeAt(shape, parentOf(path));
      const isOpen = parent?.fields.size === 0 && !parent.items;
      if (parent && !isOpen) yield `${at} ${path} only in the recordings, until ${lastYear}`;
      continue;
    }
    const allowed = new Set([...known.types].map((type) => (type === "integer" ? "number" : type)));
    const rejected = [...types].filter((type) => allowed.size > 0 && !allowed.has(type)).sort();
    if (rejected.length > 0) yield `${at} ${path} is ${rejected.join("|")} only in the recordings, until ${lastYear}`;
  }
}

/** Returns the path of the object or array that contains a field. */
function parentOf(path: string): string {
  if (path.endsWith("[]")) return path.slice(0, -2);
  return path.replace(/(^|\.)[^.[\]]+$/, "");
}

function shapeAt(shape: SchemaShape | undefined, path: string): SchemaShape | undefined {
  if (!shape || path === "") return shape;
  const [, name = "", rest = ""] = /^(?:\.?)([^.[\]]+)?(.*)$/.exec(path) ?? [];
  if (name !== "") return shapeAt(shape.fields.get(name)?.shape ?? shape.entries, rest);
  return shapeAt(shape.items, path.replace(/^\.?\[\]/, ""));
}

/** Lists the differences between recordings and the emulator's response. */
export function* responseDifferences(recordings: readonly Recording[], response: WireResponse): Generator<string> {
  const [first] = recordings;
  if (!first) return;
  const at = `${first.title}:`;
  if (response.status !== first.status) return yield `${at} the emulator answers ${response.status}`;
  yield* headerDifferences(recordings, response.headers, at);
  const messages = recordings.flatMap((recording) => recording.messages);
  const body: unknown = response.text === "" ? undefined : JSON.parse(response.text);
  const sent = new Map<string, Set<string>>();
  addTypes(sent, "", body);
  const message = body !== null && typeof body === "object" && "message" in body ? String(body.message) : "";
  if (messages.length > 0 && !messages.includes(message))
    yield `${at} message "${message}" in the emulator, "${messages.join('" or "')}" in the recordings`;
  const withFields = recordings.filter(({ fields }) => fields.size > 0);
  const recorded = mergeFields(withFields.map(({ fields, lastYear }) => [fields, lastYear]));
  yield* bodyDifferences(recorded, sent, at);
}

function* bodyDifferences(recorded: ReadonlyMap<string, MergedField>, sent: FieldTypes, at: string): Generator<string> {
  for (const [path, field] of recorded) {
    const types = sent.get(path);
    const containerTypes = sent.get(parentOf(path));
    const container = path.endsWith("[]") ? "array" : "object";
    if (!types && path !== "" && containerTypes?.has(container) && !path.endsWith("[]"))
      yield `${at} ${path} only in the recordings, until ${field.lastYear}`;
    const known = new Set([...field.types].filter((type) => type !== "null"));
    const others = [...(types ?? [])].filter((type) => type !== "null" && known.size > 0 && !known.has(type));
    if (others.length > 0)
      yield `${at} ${path} is ${others.join("|")} in the emulator, ${[...known].join("|")} in the recordings`;
  }
  for (const path of sent.keys()) {
    const parent = recorded.get(parentOf(path));
    const container = path.endsWith("[]") ? "array" : "object";
    if (path !== "" && !recorded.has(path) && parent?.types.has(container) && container === "object")
      yield `${at} ${path} only in the emulator, recorded until ${parent.lastYear}`;
  }
}

function* headerDifferences(recordings: readonly Recording[], sent: Headers, at: string): Generator<string> {
  const lastYears = new Map<string, number>();
  for (const { headers, lastYear } of recordings) {
    for (const name of headers) lastYears.set(name, Math.max(lastYear, lastYears.get(name) ?? 0));
  }
  for (const [name, year] of lastYears)
    if (!sent.has(name)) yield `${at} header ${name} only in the recordings, until ${year}`;
  const lastYear = Math.max(...recordings.map((recording) => recording.lastYear));
  for (const name of sent.keys())
    if (!lastYears.has(name)) yield `${at} header ${name} only in the emulator, recorded until ${lastYear}`;
  const scopes = new Set(recordings.flatMap((recording) => recording.scopes.filter((text) => text !== null)));
  const accepted = sent.get("x-accepted-oauth-scopes");
  if (scopes.size > 0 && accepted !== null && !scopes.has(accepted))
    yield `${at} scopes "${accepted}" in the emulator, "${[...scopes].join('" or "')}" in the recordings`;
}

function addTypes(types: Map<string, Set<string>>, path: string, value: unknown): void {
  if (value === undefined) return;
  const known = types.get(path) ?? new Set();
  types.set(path, known.add(Array.isArray(value) ? "array" : value === null ? "null" : typeof value));
  if (Array.isArray(value)) for (const item of value) addTypes(types, `${path}[]`, item);
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) addTypes(types, path === "" ? name : `${path}.${name}`, inner);
}
