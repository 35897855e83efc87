import type { Access } from "../contract/access.ts";
import { definitionOf, type ParsableDefinition } from "../contract/definition-of.ts";
import type { Edition } from "../contract/edition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { extensionsOf } from "./extensions.ts";
import { describeParameters } from "./parameters.ts";
import { responsesOf } from "./responses.ts";
import { type JsonSchema, renameProperties, type Schemas } from "./schemas.ts";
import { uploadServers } from "./servers.ts";
import { operationSummary } from "./summary.ts";

/** Authentication schemes: a token, or an app's own JWT. */
export const SECURITY_SCHEMES = {
  token: { type: "http", scheme: "bearer" },
  app: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
};

/** The content of a file, of any media type. */
const FILE = { type: "string", format: "binary" };

/** An operation with its catalogue name and the tag of its area. */
export interface OperationEntry {
  readonly name: string;
  readonly tag: string;
  readonly operation: AnyOperation;
}

/** Context for describing operations. */
export interface DocumentContext {
  readonly dialect: Dialect;
  readonly schemas: Schemas;
  readonly editions: readonly Edition[];
}

/** Describes an operation as an OpenAPI operation object. */
export function describeOperation(
  { name, tag, operation }: OperationEntry,
  { dialect, schemas, editions }: DocumentContext,
): object {
  const definition = definitionOf(operation);
  return {
    operationId: name,
    summary: operationSummary(dialect, name),
    tags: [tag],
    ...((definition.deprecated || definition.retired !== undefined) && { deprecated: true }),
    security: securityOf(definition.access),
    parameters: describeParameters(dialect, operation, definition, schemas),
    ...requestBodyOf(definition, schemas),
    ...(definition.upload && { servers: uploadServers(dialect, editions) }),
    responses: responsesOf(dialect, operation, definition, schemas),
    ...extensionsOf(dialect, operation, definition),
  };
}

function securityOf({ tokens }: Access): object[] {
  return [
    ...(tokens.some((kind) => kind !== "app" && kind !== "anonymous") ? [{ token: [] }] : []),
    ...(tokens.includes("app") ? [{ app: [] }] : []),
    ...(tokens.includes("anonymous") ? [{}] : []),
  ];
}

function requestBodyOf({ body, bodyNames, stringLists = [], upload }: ParsableDefinition, schemas: Schemas): object {
  if (!body) return {};
  if (upload) return { requestBody: { required: true, content: { "*/*": { schema: FILE } } } };
  const schema: JsonSchema = { ...schemas.of(body) };
  if (bodyNames) renameProperties(schema, (name) => bodyNames[name] ?? name);
  const stringProperties = stringLists.map((name) => [name, { type: "array", items: { type: "string" } }]);
  if (schema.properties) schema.properties = { ...schema.properties, ...Object.fromEntries(stringProperties) };
  const required = (schema.required ?? []).length > 0;
  return { requestBody: { required, content: { "application/json": { schema } } } };
}
