import { type CallDefinition, callDefinitionOf } from "../../contract/call-definition.ts";
import { expectedResponse, isVerbatim } from "../../contract/definition.ts";
import type { Edition } from "../../contract/edition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { API_VERSION } from "../../contract/version.ts";
import { mediaType, type WireNames, wirePath } from "../../dialect/dialect.ts";
import { lazyPerObject } from "../../internal/lazy.ts";
import type { Schema } from "../../schema/schema.ts";
import type { FileUpload } from "../../terms/uploads.ts";
import type { AnyCallOptions } from "../call-options.ts";
import type { LoadFailures } from "../described-error.ts";
import type { CallRequest } from "../middleware.ts";
import type { ServiceClock } from "../service-clock.ts";
import type { InputFields } from "./input-fields.ts";
import { InvalidInput, rejectInput } from "./invalid-input.ts";
import { validateInput } from "./validate-input.ts";

/** The service that a request is for. */
export interface EncodeTarget {
  /** Root URL of the API, without a trailing slash. */
  readonly root: string;
  readonly dialect: WireNames;
  readonly edition: Edition | undefined;
  readonly serviceClock: Pick<ServiceClock, "now">;
  readonly loadFailures: LoadFailures;
}

/** The parts of a request that follow from its operation and input. */
export type EncodedRequest = Pick<
  CallRequest,
  | "operation"
  | "definition"
  | "input"
  | "method"
  | "url"
  | "headers"
  | "body"
  | "responseType"
  | "mediaType"
  | "filePath"
  | "secrets"
>;

/**
 * Encodes an operation and its flat input as a request. Not a promise unless the input is invalid, so that changes that
 * the caller makes to it afterwards have no effect.
 * @throws InputError if a value is invalid, naming the field
 */
export function encodeRequest(
  operation: AnyOperation,
  input: InputFields,
  target: EncodeTarget,
  options: AnyCallOptions,
): EncodedRequest | Promise<never> {
  try {
    return encode(operation, input, target, options);
  } catch (thrown) {
    if (!(thrown instanceof InvalidInput)) throw thrown;
    return rejectInput(thrown, operation, target.dialect, target.loadFailures, options.signal);
  }
}

/** @throws InvalidInput */
function encode(
  operation: AnyOperation,
  input: InputFields,
  target: EncodeTarget,
  options: AnyCallOptions,
): EncodedRequest {
  const definition = callDefinitionOf(operation);
  const { dialect, edition } = target;
  if (edition && definition.editions && !definition.editions.includes(edition))
    throw new InvalidInput("edition", (problems) => problems.missingInEdition(edition, definition));
  const requestedMediaType = options.mediaType === undefined ? undefined : String(options.mediaType);
  if (requestedMediaType !== undefined && !Object.hasOwn(definition.media ?? {}, requestedMediaType))
    throw new InvalidInput("mediaType", (problems) => problems.unknownMediaType(requestedMediaType, definition));

  const { query, body } = validateInput(operation, definition, input, dialect, new Date(target.serviceClock.now()));
  const upload = definition.upload?.(target.root, body);
  const url = buildUrl(operation, definition, input, query, upload ? uploadTarget(upload, target) : target);
  const version = options.version ?? (edition && definition.versions?.[edition]) ?? API_VERSION;
  const headers: Record<string, string> = {
    accept: mediaType(dialect, requestedMediaType),
    [dialect.headers.apiVersion.toLowerCase()]: version,
  };
  const content = upload ? upload.content : writeBody(definition, body, dialect);
  if (content !== undefined) headers["content-type"] = upload?.contentType ?? "application/json";
  const secrets = definition.secrets?.find(body, definition.secrets.paths) ?? [];
  const path = definition.segments === undefined ? undefined : input[definition.segments];
  const filePath = typeof path === "string" ? path : undefined;
  const expected = expectedResponse(definition, 200, requestedMediaType);
  return {
    operation,
    definition,
    input,
    method: operation.method,
    url,
    headers,
    body: content,
    responseType: isVerbatim(expected) && expected.verbatim === "bytes" ? "bytes" : "text",
    mediaType: requestedMediaType,
    secrets,
    filePath,
  };
}

/** The server that receives files. Its URL follows from the API's, so the token can't be sent to any other one. */
function uploadTarget({ root }: FileUpload, target: EncodeTarget): EncodeTarget {
  if (root === undefined) throw new InvalidInput("baseUrl", ({ NO_UPLOADS }) => NO_UPLOADS);
  return { ...target, root };
}

/** Builds the URL from root, filled path and query. */
function buildUrl(
  operation: AnyOperation,
  definition: CallDefinition,
  input: InputFields,
  query: InputFields,
  target: EncodeTarget,
): URL {
  let href = target.root;
  for (const { literal, name } of pathPiecesFor(target.dialect)(operation)) {
    href += literal;
    const value = name === undefined ? undefined : fillPlaceholder(name, definition, input, target.dialect);
    // An empty multi-segment placeholder stands for the path before it.
    href = value === "" ? href.replace(/\/$/, "") : href + (value ?? "");
  }
  const url = new URL(href);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === "object" || typeof value === "symbol")
      throw new InvalidInput(name, ({ NOT_SCALAR }) => NOT_SCALAR);
    url.searchParams.set(name, String(value));
  }
  return url;
}

/** A literal part of a wire path and the placeholder after it. */
interface PathPiece {
  readonly literal: string;
  readonly name: string | undefined;
}

/** Splits an operation's path; cached per dialect and operation. */
const pathPiecesFor = lazyPerObject((dialect: WireNames) =>
  lazyPerObject(({ path }: AnyOperation): readonly PathPiece[] =>
    Array.from(wirePath(dialect, path).matchAll(/([^{]*)(?:\{([^}]*)\})?/g), ([, literal = "", name]) => ({
      literal,
      name,
    })),
  ),
);

/** The encoded value of a placeholder. */
function fillPlaceholder(name: string, definition: CallDefinition, input: InputFields, dialect: WireNames): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  const schema = fieldOf(definition.path, name);
  // Values with a schema are already validated: numbers, and strings that the dialect can rename.
  if (typeof value !== "string" && !schema) throw new InvalidInput(name, (problems) => problems.notText(value));
  const text = String((schema && definition.terms?.toWire(dialect, schema, value)) ?? value);
  if (name !== definition.segments) return encodeSegment(text, name);
  const segments = text === "" ? [] : text.split("/");
  if (segments.includes("")) throw new InvalidInput(name, ({ BROKEN_PATH }) => BROKEN_PATH);
  return segments.map((segment) => encodeSegment(segment, name)).join("/");
}

/** The schema of an input's field; undefined if there is none. */
function fieldOf(schema: Schema | undefined, name: string): Schema | undefined {
  const fields = typeof schema === "object" && schema.type === "object" ? schema.fields : {};
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function encodeSegment(value: string, name: string): string {
  // An empty or dot segment would address a different operation.
  if (/^\.{0,2}$/.test(value) || !value.isWellFormed())
    throw new InvalidInput(name, (problems) => problems.unusableSegment(value));
  return encodeURIComponent(value);
}

function writeBody(
  { body: schema, bodyNames, stringLists, terms }: CallDefinition,
  body: InputFields,
  dialect: WireNames,
): string | undefined {
  if (!schema) return undefined;
  const renamed = Object.entries((terms ? terms.toWire(dialect, schema, body) : body) ?? {});
  const encode = (name: string, value: unknown) =>
    Array.isArray(value) && stringLists?.includes(name) ? value.map(String) : value;
  try {
    return JSON.stringify(
      Object.fromEntries(renamed.map(([name, value]) => [bodyNames?.[name] ?? name, encode(name, value)])),
    );
  } catch {
    throw new InvalidInput("input", ({ NOT_SERIALIZABLE }) => NOT_SERIALIZABLE);
  }
}
