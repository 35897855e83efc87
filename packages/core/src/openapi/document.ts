import { type Defined, definitionOf, isSchema } from "../contract/defined.ts";
import { EDITIONS, type Edition } from "../contract/edition.ts";
import { API_VERSION } from "../contract/version.ts";
import { type Dialect, wirePath } from "../dialect/dialect.ts";
import { DIALECTS, type DialectName } from "../dialect/dialects.ts";
import { AREAS } from "./areas.ts";
import { describeOperation, type Entry, SECURITY_SCHEMES, type Setting } from "./operations.ts";
import { apiVersion, pathOf } from "./parameters.ts";
import { ERROR, LINK, sharedResponses } from "./responses.ts";
import { type Schemas, translate } from "./schemas.ts";
import { titleOf } from "./summary.ts";

/** What a document is asked to describe. */
export interface Asked {
  /** Whose names it is written in. */
  readonly dialect: DialectName;
  /** The edition whose operations it has; none: every operation of every edition. */
  readonly edition?: Edition | undefined;
}

/**
 * Writes the contract as an OpenAPI 3.1 document.
 * @returns plain data, ready for `JSON.stringify`
 */
export function openApiDocument({ dialect: name, edition }: Asked): Readonly<Record<string, unknown>> {
  const dialect = DIALECTS[name];
  const entries = entriesOf(dialect, edition);
  const definitions = entries.map(({ operation }) => definitionOf(operation));
  const schemas = translate(dialect, definitions.flatMap(schemasOf));
  const paths = pathsOf(entries, { dialect, edition, schemas });
  return {
    openapi: "3.1.1",
    info: {
      title: `REST API of a code forge, in the names of ${name}`,
      description: `Made from the contract of @forgehand/core. Editions: ${edition ?? EDITIONS.join(", ")}.`,
      license: { name: "MIT", identifier: "MIT" },
      version: API_VERSION,
    },
    servers: serversOf(dialect, edition ? [edition] : EDITIONS),
    tags: Array.from(new Set(entries.map(({ tag }) => tag)), (tag) => ({
      name: tag,
      description: titleOf(dialect, tag),
    })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: { ApiVersion: apiVersion(dialect, API_VERSION) },
      headers: { Link: LINK },
      responses: sharedResponses(definitions),
      schemas: { Error: ERROR, ...used(schemas, paths) },
    },
  };
}

/** The operations of an edition, area by area. */
function entriesOf(dialect: Dialect, edition: Edition | undefined): Entry[] {
  return Object.entries(AREAS).flatMap(([area, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => !edition || (definitionOf(operation).editions ?? EDITIONS).includes(edition))
      .map(([name, operation]) => ({ name, tag: wirePath(dialect, area), operation })),
  );
}

/** Every schema that an operation takes or answers with. */
function schemasOf({ path, query, body, success, media }: Defined) {
  const answers = [...Object.values(success), ...Object.values(media ?? {})].filter(isSchema);
  return [path, query, body, ...answers].filter((schema) => schema !== undefined);
}

function pathsOf(entries: readonly Entry[], setting: Setting): Readonly<Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const entry of entries) {
    const path = pathOf(setting.dialect, entry.operation);
    const methods = paths[path] ?? {};
    methods[entry.operation.method.toLowerCase()] = describeOperation(entry, setting);
    paths[path] = methods;
  }
  return paths;
}

/** The API's roots, each with the editions that it serves. */
function serversOf(dialect: Dialect, editions: readonly Edition[]): object[] {
  const roots = new Set(editions.map((edition) => dialect.servers[edition]));
  return Array.from(roots, (url) => ({
    url,
    description: editions.filter((edition) => dialect.servers[edition] === url).join(", "),
    ...(url.includes("{host}") && { variables: { host: { default: "forge.example" } } }),
  }));
}

/** The named schemas that something refers to, by their names. */
function used({ named }: Schemas, paths: object): Readonly<Record<string, object>> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name) || !Object.hasOwn(named, name)) continue;
      found.add(name);
      visit(named[name]);
    }
  };
  visit(paths);
  return Object.fromEntries(Object.entries(named).filter(([name]) => found.has(name)));
}
