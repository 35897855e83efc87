import type { Access } from "../contract/access.ts";
import { type Defined, definitionOf } from "../contract/defined.ts";
import type { Edition } from "../contract/edition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { API_VERSION } from "../contract/version.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { extensionsOf } from "./extensions.ts";
import { parametersOf } from "./parameters.ts";
import { responsesOf } from "./responses.ts";
import { type JsonSchema, renameProperties, type Schemas } from "./schemas.ts";
import { summaryOf } from "./summary.ts";

/** How a call shows its token; an app in its own name shows a JWT of its own. */
export const SECURITY_SCHEMES = {
  token: { type: "http", scheme: "bearer" },
  app: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
};

/** An operation with its name in the catalogue and the tag of its area. */
export interface Entry {
  readonly name: string;
  readonly tag: string;
  readonly operation: AnyOperation;
}

/** What operations are described for, and with. */
export interface Setting {
  readonly dialect: Dialect;
  readonly edition: Edition | undefined;
  readonly schemas: Schemas;
}

/** One operation, as it stands under its path and method. */
export function describeOperation({ name, tag, operation }: Entry, { dialect, edition, schemas }: Setting): object {
  const definition = definitionOf(operation);
  const version = (edition && definition.versions?.[edition]) ?? API_VERSION;
  return {
    operationId: name,
    summary: summaryOf(dialect, name),
    tags: [tag],
    ...((definition.deprecated || definition.retired !== undefined) && { deprecated: true }),
    security: securityOf(definition.access),
    parameters: parametersOf(dialect, operation, definition, schemas, version),
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

function requestBodyOf({ body, bodyNames }: Defined, schemas: Schemas): object {
  if (!body) return {};
  const schema: JsonSchema = { ...schemas.of(body) };
  if (bodyNames) renameProperties(schema, (name) => bodyNames[name] ?? name);
  const required = (schema.required ?? []).length > 0;
  return { requestBody: { required, content: { "application/json": { schema } } } };
}
