import { type CallDefinition, callDefinitionOf } from "../../contract/call-definition.ts";
import { expectedResponse, isVerbatim } from "../../contract/definition.ts";
import type { Edition } from "../../contract/edition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { API_VERSION } from "../../contract/version.ts";
import { mediaType, type WireNames, wirePath } from "../../dialect/dialect.ts";
import type { InputError } from "../../errors.ts";
import { lazyPerObject } from "../../internal/lazy.ts";
import type { Schema } from "../../schema/schema.ts";
import type { AnyCallOptions } from "../call-options.ts";
import type { LoadFailures } from "../described-error.ts";
import type { CallRequest } from "../middleware.ts";
import { tryToLoad } from "../on-demand.ts";
import type { ServiceClock } from "../service-clock.ts";
import type { InputFields } from "./input-fields.ts";
import { type DescribeInput, inputErrorFor, type ValidatedInput, validateInput } from "./validate-input.ts";

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
 * Encodes an operation and its flat input as a request. Not a promise unless something has to be loaded.
 * @throws InputError if a value is invalid, naming the field
 */
export function encodeRequest(
  operation: AnyOperation,
  input: InputFields,
  target: EncodeTarget,
  options: AnyCallOptions,
): EncodedRequest | Promise<EncodedRequest> {
  const definition = callDefinitionOf(operation);
  const inputError = inputErrorFor(operation, target.dialect);

  if (target.edition && definition.editions && !definition.editions.includes(target.edition)) {
    throw inputError(
      "edition",
      `${target.edition} does not have this operation; it exists in ${definition.editions.join(" and ")}`,
    );
  }
  const requestedMediaType = options.mediaType === undefined ? undefined : String(options.mediaType);
  if (requestedMediaType !== undefined && !Object.hasOwn(definition.media ?? {}, requestedMediaType)) {
    throw inputError(
      "mediaType",
      `${requestedMediaType} is not a media type of this operation; it has ${Object.keys(definition.media ?? {}).join(", ") || "none"}`,
    );
  }

  const describe: DescribeInput = async (schema, part, name) => {
    const descriptions = await tryToLoad(target.loadFailures, options.signal);
    return descriptions?.describeInvalidInput(schema, part, name) ?? { at: name, problem: UNDESCRIBED };
  };
  const now = new Date(target.serviceClock.now());
  const validated = validateInput(operation, definition, input, target.dialect, now, describe);
  const finish = ({ query, body }: ValidatedInput): EncodedRequest => {
    const url = buildUrl(operation, definition, input, query, target);
    const version = options.version ?? (target.edition && definition.versions?.[target.edition]) ?? API_VERSION;
    const headers: Record<string, string> = {
      accept: mediaType(target.dialect, requestedMediaType),
      [target.dialect.headers.apiVersion.toLowerCase()]: version,
    };
    const text = writeBody(definition, body, target.dialect, inputError);
    if (text !== undefined) headers["content-type"] = "application/json";
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
      body: text,
      responseType: isVerbatim(expected) && expected.verbatim === "bytes" ? "bytes" : "text",
      mediaType: requestedMediaType,
      secrets,
      filePath,
    };
  };
  return validated instanceof Promise ? validated.then(finish) : finish(validated);
}

const UNDESCRIBED = "is invalid, and the description of the problem could not be loaded";

/** Builds the URL from root, filled path and query. */
function buildUrl(
  operation: AnyOperation,
  definition: CallDefinition,
  input: InputFields,
  query: InputFields,
  target: EncodeTarget,
): URL {
  const inputError = inputErrorFor(operation, target.dialect);
  let href = target.root;
  for (const { literal, name } of pathPiecesFor(target.dialect)(operation)) {
    href += literal;
    const value = name === undefined ? undefined : fillPlaceholder(name, definition, input, target.dialect, inputError);
    // An empty multi-segment placeholder stands for the path before it.
    href = value === "" ? href.replace(/\/$/, "") : href + (value ?? "");
  }
  const url = new URL(href);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === "object" || typeof value === "symbol")
      throw inputError(name, "must be a string, number or boolean");
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
const pathPiecesFor = /* @__PURE__ */ lazyPerObject((dialect: WireNames) =>
  lazyPerObject(({ path }: AnyOperation): readonly PathPiece[] =>
    Array.from(wirePath(dialect, path).matchAll(/([^{]*)(?:\{([^}]*)\})?/g), ([, literal = "", name]) => ({
      literal,
      name,
    })),
  ),
);

/** The encoded value of a placeholder. */
function fillPlaceholder(
  name: string,
  definition: CallDefinition,
  input: InputFields,
  dialect: WireNames,
  inputError: FieldErrorFactory,
): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  const schema = fieldOf(definition.path, name);
  // Values with a schema are already validated: numbers, and strings that the dialect can rename.
  if (typeof value !== "string" && !schema) {
    throw inputError(name, value === undefined ? "is missing: must be a string" : "must be a string");
  }
  const text = String((schema && definition.terms?.toWire(dialect, schema, value)) ?? value);
  if (name !== definition.segments) return encodeSegment(text, name, inputError);
  const segments = text === "" ? [] : text.split("/");
  if (segments.includes("")) throw inputError(name, "must not start or end with a slash, or contain two in a row");
  return segments.map((segment) => encodeSegment(segment, name, inputError)).join("/");
}

/** The schema of an input's field; undefined if there is none. */
function fieldOf(schema: Schema | undefined, name: string): Schema | undefined {
  const fields = typeof schema === "object" && schema.type === "object" ? schema.fields : {};
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

type FieldErrorFactory = (field: string, problem: string) => InputError;

function encodeSegment(value: string, name: string, inputError: FieldErrorFactory): string {
  // An empty or dot segment would address a different operation.
  if (value === "" || value === "." || value === "..") {
    throw inputError(name, value === "" ? "must not be empty" : `must not be "${value}"`);
  }
  if (!value.isWellFormed()) throw inputError(name, "must be well-formed Unicode");
  return encodeURIComponent(value);
}

function writeBody(
  { body: schema, bodyNames, stringLists, terms }: CallDefinition,
  body: InputFields,
  dialect: WireNames,
  inputError: FieldErrorFactory,
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
    throw inputError("input", "must be serializable as JSON: no BigInt and no circular reference");
  }
}
