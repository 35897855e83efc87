import { TOKEN_KINDS } from "../contract/access.ts";
import { isVerbatim } from "../contract/definition.ts";
import { isSchema, type ParsableDefinition, type ParsableResponseSpec } from "../contract/definition-of.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { type Dialect, mediaType } from "../dialect/dialect.ts";
import { accessHeaders, headers, rateLimitHeaders } from "./headers.ts";
import type { Schemas } from "./schemas.ts";

/** Schema of error responses, shared as a component. */
export const ERROR_SCHEMA = {
  type: "object",
  properties: {
    message: { type: "string" },
    documentation_url: { type: "string" },
    errors: {
      type: "array",
      items: {
        anyOf: [
          { type: "string" },
          {
            type: "object",
            properties: {
              resource: { type: "string" },
              field: { type: "string" },
              code: { type: "string" },
              message: { type: "string" },
            },
          },
        ],
      },
    },
    status: { type: ["string", "integer"] },
  },
  required: ["message"],
};

const LOCATION_HEADER = {
  description: "URL of the resource.",
  required: true,
  schema: { type: "string", format: "uri-reference" },
};

// Component name and description of each status.
const STATUSES: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  200: ["OK", "Success."],
  201: ["Created", "Created."],
  202: ["Accepted", "Accepted; processed asynchronously."],
  204: ["NoContent", "Success, without a body."],
  301: ["MovedPermanently", "The resource has moved permanently."],
  302: ["Found", "The resource is at another URL."],
  304: ["NotModified", "Not modified."],
  307: ["TemporaryRedirect", "The resource is temporarily at another URL."],
  400: ["BadRequest", "The request is malformed."],
  401: ["Unauthorized", "A valid token is required."],
  403: ["Forbidden", "The token or its owner lacks permission, or a rate limit was exceeded."],
  404: ["NotFound", "The resource does not exist or is not visible to the token."],
  406: ["NotAcceptable", "The media type is not available."],
  409: ["Conflict", "The request conflicts with the current state."],
  410: ["Gone", "The operation has been removed."],
  422: ["ValidationFailed", "Validation failed, or content was created too quickly."],
  429: ["TooManyRequests", "A rate limit was exceeded."],
  500: ["InternalError", "Internal server error."],
  503: ["Unavailable", "The service is temporarily unavailable."],
};

function statusOf(status: number): readonly [name: string, meaning: string] {
  return STATUSES[status] ?? [`Status${status}`, `Status ${status}.`];
}

/** Returns whether a status is a redirect with a `location`, which 304 is not. */
function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** Statuses of rejections by a secondary rate limit and of outages, which say when to send the next request. */
const RETRYABLE: readonly number[] = [403, 422, 429, 503];

/** Returns the responses shared by operations, by component name. */
export function sharedResponses(
  dialect: Dialect,
  definitions: Iterable<ParsableDefinition>,
): Readonly<Record<string, object>> {
  const statuses = new Set<number>();
  for (const definition of definitions) for (const status of errorStatusesOf(definition).keys()) statuses.add(status);
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => {
        const [name, description] = statusOf(status);
        const responseHeaders = {
          ...(isRedirect(status) && { Location: LOCATION_HEADER }),
          ...(status === 304 && headers("ETag")),
          ...(RETRYABLE.includes(status) && headers("Retry-After")),
          ...rateLimitHeaders(),
          ...accessHeaders(dialect, { tokens: TOKEN_KINDS }),
        };
        const body = status < 400 ? {} : content({ "application/json": { $ref: "#/components/schemas/Error" } });
        return [name, { description, headers: responseHeaders, ...body }];
      }),
  );
}

/** Returns the responses of an operation, by status. */
export function responsesOf(
  dialect: Dialect,
  { method }: AnyOperation,
  definition: ParsableDefinition,
  schemas: Schemas,
): Readonly<Record<string, object>> {
  const { access, paging } = definition;
  const successes = Object.entries(definition.success).map(([status, response]): [string, object] => [
    status,
    {
      description: typeof response === "string" ? `${capitalize(response)}.` : statusOf(Number(status))[1],
      headers: {
        ...(isVerbatim(response) && response.verbatim === "location" && { Location: LOCATION_HEADER }),
        ...(paging && headers("Link")),
        ...(method === "GET" && status === "200" && headers("ETag")),
        ...rateLimitHeaders(),
        ...accessHeaders(dialect, access),
      },
      ...describeBody(
        response,
        Number(status),
        status === "200" ? describeMediaTypes(dialect, definition, schemas) : {},
        schemas,
      ),
    },
  ]);
  const errors = [...errorStatusesOf(definition)].map(([status, overrides]): [string, object] => [
    String(status),
    { $ref: `#/components/responses/${statusOf(status)[0]}`, ...overrides },
  ]);
  // Success entries come last, so that they replace a redirect listed in otherStatuses.
  return Object.fromEntries([...errors, ...successes]);
}

/** Returns the non-success statuses, with overrides specific to the operation. */
function errorStatusesOf({
  absent,
  otherStatuses = [],
  retired,
  deprecated,
}: ParsableDefinition): ReadonlyMap<number, object> {
  return new Map<number, object>([
    ...otherStatuses.map((status): [number, object] => [status, {}]),
    ...Object.keys(absent ?? {}).map((status): [number, object] => [
      Number(status),
      { description: "Does not exist; this is a result, not an error." },
    ]),
    ...((retired ?? deprecated?.assumedRemoval) === undefined ? [] : [[410, {}] satisfies [number, object]]),
    // Any call can exceed a rate limit.
    [429, {}],
  ]);
}

function describeBody(
  response: ParsableResponseSpec,
  status: number,
  media: Readonly<Record<string, object>>,
  schemas: Schemas,
): object {
  if (isSchema(response)) return content({ "application/json": schemas.of(response), ...media });
  if (!isVerbatim(response)) {
    return status === 204 ? {} : content({ "application/json": { type: "object" } });
  }
  if (response.verbatim === "location") return {};
  const rawSchema = response.verbatim === "bytes" ? BYTES : TEXT;
  return content({ [rawSchema.contentMediaType]: rawSchema, ...media });
}

const BYTES = { type: "string", contentMediaType: "application/octet-stream" };
const TEXT = { type: "string", contentMediaType: "text/plain" };
const HTML = { type: "string", contentMediaType: "text/html" };

/** Describes the response in the operation's own media types. */
function describeMediaTypes(
  dialect: Dialect,
  { media }: ParsableDefinition,
  schemas: Schemas,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(media ?? {}).map(([name, response]) => {
      if (isSchema(response)) return [mediaType(dialect, name), schemas.of(response)];
      if (isVerbatim(response) && response.verbatim === "bytes") return [mediaType(dialect, name), BYTES];
      return [mediaType(dialect, name), name === "html" ? HTML : TEXT];
    }),
  );
}

function content(types: Readonly<Record<string, object>>): object {
  return { content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }])) };
}

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
