import { type Defined, type DefinedAnswer, isSchema, isVerbatim } from "../contract/defined.ts";
import { type Dialect, mediaType } from "../dialect/dialect.ts";
import type { Schemas } from "./schemas.ts";

/** What a refusal says: a component, as all of them say it alike. */
export const ERROR = {
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

/** The header that leads through a list. */
export const LINK = {
  description: "Addresses of the pages around this one, as far as there are any: next, prev, first and last.",
  schema: { type: "string" },
};

const LOCATION = { description: "The address.", required: true, schema: { type: "string", format: "uri-reference" } };

// Every status with its name here and what it means.
const STATUSES: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  200: ["OK", "What was asked for."],
  201: ["Created", "Created."],
  202: ["Accepted", "Accepted: it is done in a while."],
  204: ["NoContent", "Done, and nothing to say."],
  301: ["MovedPermanently", "It has another address now."],
  302: ["Found", "It is at another address."],
  304: ["NotModified", "It has not changed since."],
  307: ["TemporaryRedirect", "It is at another address for now."],
  400: ["BadRequest", "The request can't be read."],
  401: ["Unauthorized", "It takes a token that is valid."],
  403: ["Forbidden", "The token or its owner may not do this, or not yet."],
  404: ["NotFound", "It is not there, or the token may not see it."],
  406: ["NotAcceptable", "It can't be had in this media type."],
  409: ["Conflict", "It does not fit what is there."],
  410: ["Gone", "It is no longer offered."],
  422: ["ValidationFailed", "A value is wrong."],
  500: ["InternalError", "The service failed."],
  503: ["Unavailable", "The service can't do it right now."],
};

function statusOf(status: number): readonly [name: string, meaning: string] {
  return STATUSES[status] ?? [`Status${status}`, `Status ${status}.`];
}

/** Is this the status of a redirect that names an address? 304 names none. */
function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** The answers that operations share, by their names: the document's components. */
export function sharedResponses(definitions: Iterable<Defined>): Readonly<Record<string, object>> {
  const statuses = new Set<number>();
  for (const definition of definitions) for (const status of refusalsOf(definition).keys()) statuses.add(status);
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => {
        const [name, description] = statusOf(status);
        if (isRedirect(status)) return [name, { description, headers: { Location: LOCATION } }];
        if (status < 400) return [name, { description }];
        return [name, { description, ...content({ "application/json": { $ref: "#/components/schemas/Error" } }) }];
      }),
  );
}

/** The answers of an operation, by status. */
export function responsesOf(dialect: Dialect, definition: Defined, schemas: Schemas): Readonly<Record<string, object>> {
  const headers = definition.paging ? { headers: { Link: { $ref: "#/components/headers/Link" } } } : {};
  const answers = Object.entries(definition.success).map(([status, answer]): [string, object] => [
    status,
    {
      description: typeof answer === "string" ? `${capitalize(answer)}.` : statusOf(Number(status))[1],
      ...headers,
      ...bodyOf(answer, Number(status), status === "200" ? ownMedia(dialect, definition, schemas) : {}, schemas),
    },
  ]);
  const refusals = [...refusalsOf(definition)].map(([status, more]): [string, object] => [
    String(status),
    { $ref: `#/components/responses/${statusOf(status)[0]}`, ...more },
  ]);
  // A success comes last: a redirect that is listed among the others may be the answer itself.
  return Object.fromEntries([...refusals, ...answers]);
}

/** The statuses beside success, with what is said of them at the operation. */
function refusalsOf({ absent, otherStatuses = [], retired }: Defined): ReadonlyMap<number, object> {
  return new Map<number, object>([
    ...otherStatuses.map((status): [number, object] => [status, {}]),
    ...Object.keys(absent ?? {}).map((status): [number, object] => [
      Number(status),
      { description: "There is none: an answer, not an error." },
    ]),
    ...(retired === undefined ? [] : [[410, {}] satisfies [number, object]]),
  ]);
}

function bodyOf(
  answer: DefinedAnswer,
  status: number,
  media: Readonly<Record<string, object>>,
  schemas: Schemas,
): object {
  if (isSchema(answer)) return content({ "application/json": schemas.of(answer), ...media });
  if (!isVerbatim(answer)) {
    return status === 204 ? {} : content({ "application/json": { type: "object" } });
  }
  if (answer.verbatim === "location") return { headers: { Location: LOCATION } };
  const plain = answer.verbatim === "bytes" ? BYTES : TEXT;
  return content({ [plain.contentMediaType]: plain, ...media });
}

const BYTES = { type: "string", contentMediaType: "application/octet-stream" };
const TEXT = { type: "string", contentMediaType: "text/plain" };
const HTML = { type: "string", contentMediaType: "text/html" };

/** What the media types of the operation's own make of the answer. */
function ownMedia(dialect: Dialect, { media }: Defined, schemas: Schemas): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(media ?? {}).map(([name, answer]) => {
      if (isSchema(answer)) return [mediaType(dialect, name), schemas.of(answer)];
      if (isVerbatim(answer) && answer.verbatim === "bytes") return [mediaType(dialect, name), BYTES];
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
