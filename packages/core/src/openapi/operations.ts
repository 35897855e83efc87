import type { Access } from "../contract/access.ts";
import { definitionOf, type ParsableDefinition } from "../contract/definition-of.ts";
import type { Edition } from "../contract/edition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { API_VERSION } from "../contract/version.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { extensionsOf } from "./extensions.ts";
import { describeParameters } from "./parameters.ts";
import { responsesOf } from "./responses.ts";
import { type JsonSchema, renameProperties, type Schemas } from "./schemas.ts";
import { operationSummary } from "./summary.ts";

/** Authentication schemes: a token, or an app's own JWT. */
export const SECURITY_SCHEMES = {
  token: { type: "http", scheme: "bearer" },
  app: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
};

/** An operation with its catalogue name and the tag of its area. */
export interface OperationEntry {
  readonly name: string;
  readonly tag: string;
  readonly operation: AnyOperation;
}

/** Context for describing operations. */
export interface DocumentContext {
  readonly dialect: Dialect;
  readonly edition: Edition | undefined;
  readonly schemas: Schemas;
}

/** Describes an operation as an OpenAPI operation object. */
export function describeOperation(
  { name, tag, operation }: OperationEntry,
  { dialect, edition, schemas }: DocumentContext,
): object {
  const definition = definitionOf(operation);
  const version = (edition && definition.versions?.[edition]) ?? API_VERSION;
  return {
    operationId: name,
    summary: operationSummary(dialect, name),
    tags: [tag],
    ...((definition.deprecated || definition.retired !== undefined) && { deprecated: true }),
    security: securityOf(definition.access),
    parameters: describeParameters(dialect, operation, definition, schemas, version),
    ...requestBodyOf(definition, schemas),
    responses: responsesOf(dialect, definition, schemas),
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

function requestBodyOf({ body, bodyNames }: ParsableDefinition, schemas: Schemas): object {
  if (!body) return {};
  const schema: JsonSchema = { ...schemas.of(body) };
  if (bodyNames) renameProperties(schema, (name) => bodyNames[name] ?? name);
  const required = (schema.required ?? []).length > 0;
  return { requestBody: { required, content: { "application/json": { schema } } } };
}
