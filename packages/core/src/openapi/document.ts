import { definitionOf, isSchema, type ParsableDefinition } from "../contract/definition-of.ts";
import { EDITIONS, type Edition } from "../contract/edition.ts";
import { API_VERSION, API_VERSIONS, DEFAULT_API_VERSION } from "../contract/version.ts";
import { type Dialect, wirePath } from "../dialect/dialect.ts";
import { DIALECTS, type DialectName } from "../dialect/dialects.ts";
import { AREAS } from "./areas.ts";
import { headerComponents } from "./headers.ts";
import { type DocumentContext, describeOperation, type OperationEntry, SECURITY_SCHEMES } from "./operations.ts";
import { apiVersionParameter, pathTemplate } from "./parameters.ts";
import { ERROR_SCHEMA, sharedResponses } from "./responses.ts";
import { type Schemas, toJsonSchemas } from "./schemas.ts";
import { apiServers } from "./servers.ts";
import { tagTitle } from "./summary.ts";
import { deliveryParameters, describeWebhooks, EVENTS_TAG, eventEntries, FORM_PAYLOAD } from "./webhooks.ts";

/** Options of {@link openApiDocument}. */
export interface OpenApiOptions {
  /** Dialect whose names the document uses. */
  readonly dialect: DialectName;
  /** Edition to describe; all operations of all editions if omitted. */
  readonly edition?: Edition | undefined;
}

/** The document describes all API versions, but `info.version` is one. */
const VERSIONS = `API versions: ${API_VERSIONS.join(", ")}; responses to requests without a version: ${DEFAULT_API_VERSION}.`;

/**
 * Renders the contract as an OpenAPI 3.1 document.
 * @returns plain data, ready for `JSON.stringify`
 */
export function openApiDocument({ dialect: name, edition }: OpenApiOptions): Readonly<Record<string, unknown>> {
  const dialect = DIALECTS[name];
  const entries = entriesOf(dialect, edition);
  const definitions = entries.map(({ operation }) => definitionOf(operation));
  const events = eventEntries();
  const schemas = toJsonSchemas(dialect, [...definitions.flatMap(schemasOf), ...events.map(({ schema }) => schema)]);
  const editions = edition ? [edition] : EDITIONS;
  const paths = pathsOf(entries, { dialect, schemas, editions });
  const webhooks = describeWebhooks(dialect, events, schemas);
  return {
    openapi: "3.1.1",
    info: {
      title: `REST API (${name} dialect)`,
      description: `Generated from the contract of @forgehand/core. Editions: ${edition ?? EDITIONS.join(", ")}. ${VERSIONS}`,
      license: { name: "MIT", identifier: "MIT" },
      version: API_VERSION,
    },
    servers: apiServers(dialect, editions),
    tags: Array.from(new Set([...entries.map(({ tag }) => tag), EVENTS_TAG]), (tag) => ({
      name: tag,
      description: tagTitle(dialect, tag),
    })),
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: { ApiVersion: apiVersionParameter(dialect), ...deliveryParameters(dialect) },
      headers: headerComponents(dialect),
      responses: sharedResponses(dialect, definitions),
      schemas: {
        Error: ERROR_SCHEMA,
        FormPayload: FORM_PAYLOAD,
        ...referencedSchemas(schemas, [paths, webhooks]),
      },
    },
  };
}

/** Returns the operations of an edition, area by area. */
function entriesOf(dialect: Dialect, edition: Edition | undefined): OperationEntry[] {
  return Object.entries(AREAS).flatMap(([area, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => !edition || (definitionOf(operation).editions ?? EDITIONS).includes(edition))
      .map(([name, operation]) => ({ name, tag: wirePath(dialect, area), operation })),
  );
}

/** Returns all schemas of an operation's inputs and responses. */
function schemasOf({ path, query, body, success, media }: ParsableDefinition) {
  const responses = [...Object.values(success), ...Object.values(media ?? {})].filter(isSchema);
  return [path, query, body, ...responses].filter((schema) => schema !== undefined);
}

function pathsOf(entries: readonly OperationEntry[], context: DocumentContext): Readonly<Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const entry of entries) {
    const path = pathTemplate(context.dialect, entry.operation);
    const methods = paths[path] ?? {};
    methods[entry.operation.method.toLowerCase()] = describeOperation(entry, context);
    paths[path] = methods;
  }
  return paths;
}

/** Returns the named schemas that are referenced, directly or indirectly. */
function referencedSchemas({ named }: Schemas, roots: readonly object[]): Readonly<Record<string, object>> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name) || !Object.hasOwn(named, name)) continue;
      names.add(name);
      visit(named[name]);
    }
  };
  visit(roots);
  return Object.fromEntries(Object.entries(named).filter(([name]) => names.has(name)));
}
