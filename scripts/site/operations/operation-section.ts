import type { Constant } from "../../../packages/core/src/contract/definition.ts";
import { isVerbatim } from "../../../packages/core/src/contract/definition.ts";
import { isSchema, type ParsableResponseSpec } from "../../../packages/core/src/contract/definition-of.ts";
import { EDITIONS } from "../../../packages/core/src/contract/edition.ts";
import { paceOf } from "../../../packages/core/src/contract/pace-of.ts";
import { placeholdersOf } from "../../../packages/core/src/contract/placeholders.ts";
import { github } from "../../../packages/core/src/dialect/github.ts";
import { pathTemplate } from "../../../packages/core/src/openapi/parameters.ts";
import type { JsonSchema, Schemas } from "../../../packages/core/src/openapi/schemas.ts";
import { lookUp } from "../../../packages/core/src/terms/wire-terms.ts";
import { accessSentences } from "./access-section.ts";
import { describeBounds, describeType, fieldRows, inlineCode, isJsonSchema, nameCell } from "./describe-schema.ts";
import { exampleOf } from "./example.ts";
import { markdownTable } from "./markdown-table.ts";
import type { OperationEntry } from "./operation-entries.ts";

/** Returns the section of an operation on its area's page. */
export function operationSection(entry: OperationEntry, schemas: Schemas): string {
  const { imports, statement } = exampleOf(entry, schemas);
  return [
    `## ${entry.name}`,
    `${entry.docstring.description} ([GitHub documentation](${entry.docstring.documentation}))`,
    ...deprecationNotices(entry),
    routes(entry),
    inputTable(entry, schemas),
    factList(entry, schemas),
    `\`\`\`ts\n${imports}\n\n${statement}\n\`\`\``,
  ].join("\n\n");
}

/** Links to an object on the objects page. */
const linkToObject = (object: string) => `[${object}](objects.md#${object.toLowerCase()})`;

/** Returns the vendor's route, and the route in neutral names if it differs. */
function routes({ operation }: OperationEntry): string {
  const vendorRoute = `${operation.method} ${pathTemplate(github, operation)}`;
  if (vendorRoute === operation.route) return inlineCode(operation.route);
  return `${inlineCode(vendorRoute)} on github.com, ${inlineCode(operation.route)} in neutral names`;
}

function deprecationNotices({ definition: { deprecated, retired } }: OperationEntry): string[] {
  const until = deprecated?.until === undefined ? "" : `, scheduled for removal on ${deprecated.until}`;
  return [
    ...(deprecated ? [`**Deprecated** since ${deprecated.from}${until}. ${deprecated.note}`] : []),
    ...(retired === undefined ? [] : [`**Retired**: since ${retired} every call throws a \`GoneError\`.`]),
  ];
}

function inputTable({ operation, definition }: OperationEntry, schemas: Schemas): string {
  const { path, query, body, bodyNames = {}, segments } = definition;
  const pathProperties = path ? schemas.of(path).properties : undefined;
  const rows = [
    ...placeholdersOf(operation.path).map((placeholder) => {
      const schema = pathProperties?.[placeholder];
      const notes = placeholder === segments ? ["can have several segments; empty means the root"] : [];
      return inputRow(placeholder, "path", [isJsonSchema(schema) ? schema : { type: "string" }], true, notes);
    }),
    ...partRows("query", query && schemas.of(query), {}),
    ...partRows("body", body && schemas.of(body), bodyNames),
  ];
  return rows.length === 0 ? "No input." : markdownTable(["Field", "In", "Type", ""], rows);
}

function partRows(
  part: "query" | "body",
  schema: JsonSchema | undefined,
  wireNames: Readonly<Record<string, string>>,
): string[][] {
  if (!schema) return [];
  return fieldRows(schema).map(({ name, schemas, required }) => {
    const wire = wireNames[name];
    return inputRow(name, part, schemas, required, wire === undefined ? [] : [`${inlineCode(wire)} on the wire`]);
  });
}

function inputRow(
  name: string,
  place: string,
  schemas: readonly JsonSchema[],
  required: boolean,
  extraNotes: readonly string[],
): string[] {
  const last = name.split(".").at(-1)?.replaceAll("[]", "") ?? name;
  const wire = lookUp(github.fields, last);
  const notes = [
    ...(required ? ["required"] : []),
    ...new Set(schemas.flatMap(describeBounds)),
    ...extraNotes,
    ...(wire === undefined ? [] : [`${inlineCode(wire)} on github.com's wire`]),
  ];
  return [nameCell(name), name.includes(".") ? "" : place, describeType(schemas, linkToObject), notes.join("; ")];
}

function factList(entry: OperationEntry, schemas: Schemas): string {
  const { definition, operation } = entry;
  const { editions = EDITIONS, paging, rules, since, versions } = definition;
  const lines: [string, string | undefined][] = [
    ["Rules", rules && `${rules.map(({ message }) => message).join("; ")}.`],
    ["Responses", describeResponses(entry, schemas)],
    ["Errors", describeErrors(entry)],
    ["Access", `${accessSentences(definition).join(". ")}.`],
    ["Pagination", paging && describePagination(entry)],
    ["Retries", RETRY_DESCRIPTIONS[definition.retry]],
    ["Rate limit", describeRateLimit(paceOf(operation))],
    ["Editions", editions.length === EDITIONS.length ? undefined : `${editions.join(" and ")} only`],
    [
      "API version",
      versions &&
        Object.entries(versions)
          .map(([edition, version]) => `${version} on ${edition}`)
          .join(", "),
    ],
    ["Data", since === undefined ? undefined : `available from ${since}`],
  ];
  return lines.flatMap(([title, text]) => (text === undefined ? [] : [`- **${title}**: ${text}`])).join("\n");
}

const RETRY_DESCRIPTIONS = {
  safe: "retried; it only reads.",
  idempotent: "retried; repeating it has no further effect.",
  verify: "the state is checked first; retried only if the call had no effect.",
  never: "not retried, because it could take effect twice.",
};

function describeRateLimit({ cost, createsContent, serial, resource }: ReturnType<typeof paceOf>): string {
  const parts = [
    `${cost} ${cost === 1 ? "point" : "points"} a call`,
    createsContent ? "counts as creating content" : undefined,
    resource === null
      ? "does not count against the primary limit"
      : resource === "core"
        ? undefined
        : `counts against the limit ${inlineCode(resource)}`,
    serial.length === 0 ? undefined : `one at a time for the same ${serial.map(inlineCode).join(", ")}`,
  ];
  return `${parts.filter((part) => part !== undefined).join("; ")}.`;
}

const PAGINATION_KINDS = { page: "by page number", cursor: "by cursor", since: "by last item" };

function describePagination({ definition: { paging } }: OperationEntry): string {
  if (!paging) return "";
  const { kind, parameter, items, perPage, truncated } = paging;
  const parts = [
    `${PAGINATION_KINDS[kind]} (${inlineCode(parameter)})`,
    perPage ? `${perPage.default} items per page by default, at most ${perPage.maximum}` : undefined,
    items === undefined ? undefined : `items in ${inlineCode(items)}`,
    truncated
      ? `with ${truncated.filters.map(inlineCode).join(" or ")} the list ends at ${truncated.items} items`
      : undefined,
  ];
  return `${parts.filter((part) => part !== undefined).join("; ")}.`;
}

function describeResponses(
  { definition: { success, absent = {}, media = {} } }: OperationEntry,
  schemas: Schemas,
): string {
  const parts = [
    ...Object.entries(success).map(
      ([status, response]) => `${inlineCode(status)} ${describeResponse(response, schemas)}`,
    ),
    ...Object.entries(media).map(
      ([name, response]) => `media type ${inlineCode(name)}: ${describeResponse(response, schemas)}`,
    ),
    ...Object.entries(absent).map(
      ([status, response]) => `${inlineCode(status)} ${describeConstant(response)}, not an error`,
    ),
  ];
  return `${parts.join("; ")}.`;
}

function describeResponse(response: ParsableResponseSpec, schemas: Schemas): string {
  if (isSchema(response)) {
    const schema = schemas.of(response);
    const rows = fieldRows(schema);
    if (schema.$ref !== undefined || rows.length === 0) return describeType([schema], linkToObject);
    const top = rows.filter(({ name }) => !/[.[]/.test(name));
    return `object with ${top.map((row) => `${inlineCode(row.name)} (${describeType(row.schemas, linkToObject)})`).join(", ")}`;
  }
  if (isVerbatim(response))
    return { bytes: "bytes", text: "text", location: "a URL, which is a secret" }[response.verbatim];
  return describeConstant(response);
}

function describeConstant(response: Constant): string {
  if (response === undefined) return "nothing";
  return typeof response === "string" ? inlineCode(`"${response}"`) : inlineCode(String(response));
}

/** Client error classes by status. */
const ERROR_NAMES: Readonly<Record<number, string>> = {
  401: "AuthenticationError",
  403: "PermissionError",
  404: "NotFoundError",
  409: "ConflictError",
  410: "GoneError",
  422: "ValidationError",
};

/** Returns the client's error class for a status. */
function errorName(status: number): string {
  return ERROR_NAMES[status] ?? (status >= 500 ? "ServiceError" : "ResponseError");
}

function describeErrors({
  definition: { otherStatuses = [], absent = {}, retired },
}: OperationEntry): string | undefined {
  const statuses = [...otherStatuses, ...(retired === undefined ? [] : [410])];
  const errorStatuses = [...new Set(statuses)].filter((status) => status >= 400 && !Object.hasOwn(absent, status));
  const text = errorStatuses
    .sort((a, b) => a - b)
    .map((status) => `${inlineCode(String(status))} ${inlineCode(errorName(status))}`);
  return text.length === 0 ? undefined : `${text.join(", ")}.`;
}
