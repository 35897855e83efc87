import type { Constant } from "../../../packages/core/src/contract/definition.ts";
import {
  isSchema,
  isVerbatim,
  type ParsableResponseSpec,
  paceOf,
} from "../../../packages/core/src/contract/definition-of.ts";
import { EDITIONS } from "../../../packages/core/src/contract/edition.ts";
import { placeholdersOf } from "../../../packages/core/src/contract/operation.ts";
import { lookUp } from "../../../packages/core/src/dialect/dialect.ts";
import { github } from "../../../packages/core/src/dialect/github.ts";
import { pathTemplate } from "../../../packages/core/src/openapi/parameters.ts";
import type { JsonSchema, Schemas } from "../../../packages/core/src/openapi/schemas.ts";
import { accessSentences } from "./access-section.ts";
import type { Entry } from "./entries.ts";
import { exampleOf } from "./example.ts";
import { table } from "./table.ts";
import { boundWords, code, fieldRows, isSchemaOf, nameCell, typeWords } from "./type-words.ts";

/** What an operation's page says of it. */
export function sectionOf(entry: Entry, schemas: Schemas): string {
  const { imports, statement } = exampleOf(entry, schemas);
  return [
    `## ${entry.name}`,
    entry.said,
    ...noticesOf(entry),
    routes(entry),
    inputTable(entry, schemas),
    facts(entry, schemas),
    `\`\`\`ts\n${imports}\n\n${statement}\n\`\`\``,
  ].join("\n\n");
}

/** An object of answers, on the page of objects beside this one. */
const linkToObject = (object: string) => `[${object}](objects.md#${object.toLowerCase()})`;

/** The operation's route as it is called: the vendor's where that differs, and the neutral one. */
function routes({ operation }: Entry): string {
  const vendors = `${operation.method} ${pathTemplate(github, operation)}`;
  if (vendors === operation.route) return code(operation.route);
  return `${code(vendors)} on github.com, ${code(operation.route)} in neutral names`;
}

function noticesOf({ definition: { deprecated, retired } }: Entry): string[] {
  const until = deprecated?.until === undefined ? "" : `, and announced to go on ${deprecated.until}`;
  return [
    ...(deprecated ? [`**Deprecated** since ${deprecated.from}${until}. ${deprecated.note}`] : []),
    ...(retired === undefined ? [] : [`**Retired**: since ${retired} every call ends in a \`GoneError\`.`]),
  ];
}

function inputTable({ operation, definition }: Entry, schemas: Schemas): string {
  const { path, query, body, bodyNames = {}, segments } = definition;
  const places = path ? schemas.of(path).properties : undefined;
  const rows = [
    ...placeholdersOf(operation.path).map((placeholder) => {
      const schema = places?.[placeholder];
      const several = placeholder === segments ? ["several segments; empty: the root"] : [];
      return inputRow(placeholder, "path", [isSchemaOf(schema) ? schema : { type: "string" }], true, several);
    }),
    ...partRows("query", query && schemas.of(query), {}),
    ...partRows("body", body && schemas.of(body), bodyNames),
  ];
  return rows.length === 0 ? "It takes no input." : table(["Field", "In", "Type", ""], rows);
}

function partRows(
  part: "query" | "body",
  schema: JsonSchema | undefined,
  wireNames: Readonly<Record<string, string>>,
): string[][] {
  if (!schema) return [];
  return fieldRows(schema).map(({ name, schemas, required }) => {
    const wire = wireNames[name];
    return inputRow(name, part, schemas, required, wire === undefined ? [] : [`${code(wire)} on the wire`]);
  });
}

function inputRow(
  name: string,
  place: string,
  schemas: readonly JsonSchema[],
  required: boolean,
  more: readonly string[],
): string[] {
  const last = name.split(".").at(-1)?.replaceAll("[]", "") ?? name;
  const wire = lookUp(github.fields, last);
  const notes = [
    ...(required ? ["required"] : []),
    ...new Set(schemas.flatMap(boundWords)),
    ...more,
    ...(wire === undefined ? [] : [`${code(wire)} on github.com's wire`]),
  ];
  return [nameCell(name), name.includes(".") ? "" : place, typeWords(schemas, linkToObject), notes.join("; ")];
}

function facts(entry: Entry, schemas: Schemas): string {
  const { definition, operation } = entry;
  const { editions = EDITIONS, paging, rules, since, versions } = definition;
  const lines: [string, string | undefined][] = [
    ["Rules", rules && `${rules.map(({ message }) => message).join("; ")}.`],
    ["Answers", answers(entry, schemas)],
    ["Errors", errors(entry)],
    ["Access", `${accessSentences(definition).join(". ")}.`],
    ["Pages", paging && pages(entry)],
    ["After a lost answer", RETRIES[definition.retry]],
    ["Counts", counts(paceOf(operation))],
    ["Editions", editions.length === EDITIONS.length ? undefined : `${editions.join(" and ")} only`],
    [
      "API version",
      versions &&
        Object.entries(versions)
          .map(([edition, version]) => `${version} on ${edition}`)
          .join(", "),
    ],
    ["Data", since === undefined ? undefined : `from ${since} on`],
  ];
  return lines.flatMap(([title, words]) => (words === undefined ? [] : [`- **${title}**: ${words}`])).join("\n");
}

const RETRIES = {
  safe: "sent again; it changes nothing.",
  idempotent: "sent again; twice is once.",
  verify: "looked first, then sent again only where it was not done.",
  never: "not sent again, as it would be done twice.",
};

function counts({ cost, createsContent, serial, resource }: ReturnType<typeof paceOf>): string {
  const parts = [
    `${cost} ${cost === 1 ? "point" : "points"} a call`,
    createsContent ? "content" : undefined,
    resource === null
      ? "nothing on the primary limit"
      : resource === "core"
        ? undefined
        : `on the limit ${code(resource)}`,
    serial.length === 0 ? undefined : `one at a time for the same ${serial.map(code).join(", ")}`,
  ];
  return `${parts.filter((part) => part !== undefined).join("; ")}.`;
}

const PAGINGS = { page: "numbered", cursor: "by a cursor", since: "everything after an item" };

function pages({ definition: { paging } }: Entry): string {
  if (!paging) return "";
  const { kind, parameter, items, perPage, truncated } = paging;
  const parts = [
    `${PAGINGS[kind]} (${code(parameter)})`,
    perPage ? `${perPage.default} items each, at most ${perPage.maximum}` : undefined,
    items === undefined ? undefined : `the items lie in ${code(items)}`,
    truncated
      ? `with ${truncated.filters.map(code).join(" or ")} the list ends at ${truncated.items} items`
      : undefined,
  ];
  return `${parts.filter((part) => part !== undefined).join("; ")}.`;
}

function answers({ definition: { success, absent = {}, media = {} } }: Entry, schemas: Schemas): string {
  const parts = [
    ...Object.entries(success).map(([status, answer]) => `${code(status)} ${answerWords(answer, schemas)}`),
    ...Object.entries(media).map(([name, answer]) => `media type ${code(name)}: ${answerWords(answer, schemas)}`),
    ...Object.entries(absent).map(([status, answer]) => `${code(status)} ${constantWords(answer)}, not an error`),
  ];
  return `${parts.join("; ")}.`;
}

function answerWords(answer: ParsableResponseSpec, schemas: Schemas): string {
  if (isSchema(answer)) {
    const schema = schemas.of(answer);
    const rows = fieldRows(schema);
    if (schema.$ref !== undefined || rows.length === 0) return typeWords([schema], linkToObject);
    const top = rows.filter(({ name }) => !/[.[]/.test(name));
    return `object with ${top.map((row) => `${code(row.name)} (${typeWords(row.schemas, linkToObject)})`).join(", ")}`;
  }
  if (isVerbatim(answer))
    return { bytes: "bytes", text: "text", location: "the address, which is a secret" }[answer.verbatim];
  return constantWords(answer);
}

function constantWords(answer: Constant): string {
  if (answer === undefined) return "nothing";
  return typeof answer === "string" ? code(`"${answer}"`) : code(String(answer));
}

/** The client's error for each status that refuses. */
const ERRORS: Readonly<Record<number, string>> = {
  401: "AuthenticationError",
  403: "PermissionError",
  404: "NotFoundError",
  409: "ConflictError",
  410: "GoneError",
  422: "ValidationError",
};

/** The error that the client makes of a status. */
function errorOf(status: number): string {
  return ERRORS[status] ?? (status >= 500 ? "ServiceError" : "ResponseError");
}

function errors({ definition: { otherStatuses = [], absent = {}, retired } }: Entry): string | undefined {
  const statuses = [...otherStatuses, ...(retired === undefined ? [] : [410])];
  const refusing = [...new Set(statuses)].filter((status) => status >= 400 && !Object.hasOwn(absent, status));
  const words = refusing.sort((a, b) => a - b).map((status) => `${code(String(status))} ${code(errorOf(status))}`);
  return words.length === 0 ? undefined : `${words.join(", ")}.`;
}
