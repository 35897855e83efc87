import {
  type AnyOperation,
  type Definition,
  definitionOf,
  isSchema,
  isVerbatim,
  type ResponseSpec,
} from "@forgehand/core/contract";
import type { EmulatorContext } from "../emulator-context.ts";
import type { HttpError } from "../http-error.ts";
import { Reply } from "./reply.ts";
import { wireBody } from "./wire-body.ts";
import type { WireFormat } from "./wire-format.ts";

/** A response ready to send. */
export interface ApiResponse {
  readonly status: number;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** Digest of the body, if it can be computed more cheaply than from all bytes. */
  readonly digest?: () => string;
}

const JSON_TYPE = "application/json; charset=utf-8";

/**
 * Serializes an operation's result.
 * @param media the custom media type that the result was made for
 */
export function createResponse(
  context: EmulatorContext,
  format: WireFormat,
  operation: AnyOperation,
  data: unknown,
  media: string | undefined,
): ApiResponse {
  const { status: givenStatus, output, headers } = data instanceof Reply ? data : { output: data, headers: NO_HEADERS };
  const definition = definitionOf(operation);
  const { absent, constants, bodies } = statusesOf(definition);
  const absentStatus = absent.find(([status, constant]) =>
    givenStatus === undefined ? constant === output : status === givenStatus,
  );
  if (absentStatus) return errorResponse(context, absentStatus[0], "Not Found", undefined, headers);
  const status = givenStatus ?? constants.find(([, constant]) => constant === output)?.[0] ?? bodies[0];
  if (status === undefined)
    throw new Error(`${operation.route} has no status for the result ${JSON.stringify(output)}.`);
  const expected = media !== undefined && status === 200 ? definition.media?.[media] : definition.success[status];
  if (isSchema(expected)) {
    const { bytes, digest } = wireBody(format, expected, output);
    return { status, body: bytes, headers: { "content-type": JSON_TYPE, ...headers }, digest };
  }
  if (isVerbatim(expected)) return verbatimResponse(context, status, output, media, headers);
  if (!Object.hasOwn(definition.success, status))
    throw new Error(`${operation.route} has no success status ${status}.`);
  // A status without a meaningful body: empty if it can't have one, otherwise an empty object.
  if (status === 204 || status === 205) return { status, body: "", headers };
  return { status, body: "{}", headers: { "content-type": JSON_TYPE, ...headers } };
}

const NO_HEADERS = {};

/** An operation's statuses, grouped by the kind of result they stand for. */
interface Statuses {
  readonly absent: readonly (readonly [status: number, constant: unknown])[];
  readonly constants: readonly (readonly [status: number, constant: unknown])[];
  readonly bodies: readonly number[];
}

const statusCache = new WeakMap<Definition, Statuses>();

function statusesOf(definition: Definition): Statuses {
  const cached = statusCache.get(definition);
  if (cached) return cached;
  const entries = (specs: Definition["success"]) =>
    Object.entries(specs).map(([status, spec]): [number, ResponseSpec] => [Number(status), spec]);
  const success = entries(definition.success);
  const hasBody = (spec: ResponseSpec) => isSchema(spec) || isVerbatim(spec);
  const statuses = {
    absent: entries(definition.absent ?? {}),
    constants: success.filter(([, spec]) => !hasBody(spec)),
    bodies: success.flatMap(([status, spec]) => (hasBody(spec) ? [status] : [])),
  };
  statusCache.set(definition, statuses);
  return statuses;
}

function verbatimResponse(
  { dialect }: EmulatorContext,
  status: number,
  output: unknown,
  media: string | undefined,
  headers: Readonly<Record<string, string>>,
): ApiResponse {
  if (typeof output === "string" && status >= 300)
    return { status, body: "", headers: { location: output, ...headers } };
  const vendorType = media === undefined ? "" : `application/vnd.${dialect.mediaTypeVendor}.${media}`;
  if (typeof output === "string") {
    return {
      status,
      body: output,
      headers: { "content-type": `${vendorType || "text/plain"}; charset=utf-8`, ...headers },
    };
  }
  if (output instanceof Uint8Array) {
    const type = vendorType === "" ? "application/octet-stream" : `${vendorType}; charset=utf-8`;
    return { status, body: new Uint8Array(output), headers: { "content-type": type, ...headers } };
  }
  throw new Error(`The result for status ${status} must be text or bytes.`);
}

/** Creates an error response (`basic-error` or `validation-error` of the public API description). */
export function errorResponse(
  context: EmulatorContext,
  status: number,
  message: string,
  fieldErrors?: HttpError["errors"],
  headers: Readonly<Record<string, string>> = {},
  extraFields: HttpError["extraFields"] = {},
): ApiResponse {
  // Unlike other redirects, 302 has no body (source: recorded).
  if (status === 302) return { status, body: "", headers: { "content-type": "text/html;charset=utf-8", ...headers } };
  const errors = fieldErrors ? { errors: fieldErrors } : {};
  const body = JSON.stringify({
    message,
    ...errors,
    ...extraFields,
    documentation_url: context.webUrl,
    status: String(status),
  });
  return { status, body, headers: { "content-type": JSON_TYPE, ...headers } };
}
