import type { Defined } from "../contract/defined.ts";
import { placeholdersOf } from "../contract/operation.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { API_VERSION, API_VERSIONS } from "../contract/version.ts";
import { type Dialect, lookUp, wirePath } from "../dialect/dialect.ts";
import type { JsonSchema, Schemas } from "./schemas.ts";

/** An operation's path template, as the dialect writes it. */
export function pathOf(dialect: Dialect, operation: AnyOperation): string {
  return wirePath(dialect, operation.path).replace(/\{(\w+)\}/g, (_, name: string) => `{${fieldOf(dialect, name)}}`);
}

/** A field's name on the wire. */
export function fieldOf(dialect: Dialect, name: string): string {
  return lookUp(dialect.fields, name) ?? name;
}

/** The parameters of an operation: of its path, of its query, and the version that it is asked for in. */
export function parametersOf(
  dialect: Dialect,
  operation: AnyOperation,
  definition: Defined,
  schemas: Schemas,
  version: string,
): object[] {
  const path = propertiesOf(definition.path && schemas.of(definition.path));
  const query = definition.query && schemas.of(definition.query);
  return [
    ...placeholdersOf(operation.path).map((placeholder) => {
      const name = fieldOf(dialect, placeholder);
      return {
        name,
        in: "path",
        required: true,
        schema: path[name] ?? { type: "string" },
        ...(placeholder === definition.segments && { "x-multi-segment": true }),
      };
    }),
    ...Object.entries(propertiesOf(query)).map(([name, schema]) => ({
      name,
      in: "query",
      required: query?.required?.includes(name) ?? false,
      schema,
    })),
    version === API_VERSION ? { $ref: "#/components/parameters/ApiVersion" } : apiVersion(dialect, version),
  ];
}

/** The header that names the API version which a call asks for. */
export function apiVersion(dialect: Dialect, version: string): object {
  return {
    name: dialect.headers.apiVersion,
    in: "header",
    required: false,
    schema: { type: "string", enum: API_VERSIONS, default: version },
  };
}

function propertiesOf(schema: JsonSchema | undefined): NonNullable<JsonSchema["properties"]> {
  return schema?.properties ?? {};
}
