import type { ParsableDefinition } from "../contract/definition-of.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { placeholdersOf } from "../contract/placeholders.ts";
import { API_VERSIONS, DEFAULT_API_VERSION } from "../contract/version.ts";
import { type Dialect, wirePath } from "../dialect/dialect.ts";
import { lookUp } from "../terms/wire-terms.ts";
import type { JsonSchema, Schemas } from "./schemas.ts";

/** Returns an operation's path template in a dialect. */
export function pathTemplate(dialect: Dialect, operation: AnyOperation): string {
  return wirePath(dialect, operation.path).replace(/\{(\w+)\}/g, (_, name: string) => `{${wireField(dialect, name)}}`);
}

/** Returns a field's name in a dialect. */
export function wireField(dialect: Dialect, name: string): string {
  return lookUp(dialect.fields, name) ?? name;
}

/** Returns the path, query and API version parameters of an operation. */
export function describeParameters(
  dialect: Dialect,
  operation: AnyOperation,
  definition: ParsableDefinition,
  schemas: Schemas,
): object[] {
  const path = propertiesOf(definition.path && schemas.of(definition.path));
  const query = definition.query && schemas.of(definition.query);
  return [
    ...placeholdersOf(operation.path).map((placeholder) => {
      const name = wireField(dialect, placeholder);
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
      schema: name === "per_page" ? withPageSizes(schema, definition.paging?.perPage?.maximum) : schema,
    })),
    { $ref: "#/components/parameters/ApiVersion" },
  ];
}

/** Describes the header that selects the API version. */
export function apiVersionParameter(dialect: Dialect): object {
  return {
    name: dialect.headers.apiVersion,
    in: "header",
    required: false,
    schema: { type: "string", enum: API_VERSIONS, default: DEFAULT_API_VERSION },
  };
}

/** Adds the limits of a page's size. The service replaces other sizes, so the contract itself accepts any number. */
function withPageSizes(schema: JsonSchema | boolean, maximum: number | undefined): JsonSchema | boolean {
  return typeof schema === "boolean" || maximum === undefined ? schema : { ...schema, minimum: 1, maximum };
}

function propertiesOf(schema: JsonSchema | undefined): NonNullable<JsonSchema["properties"]> {
  return schema?.properties ?? {};
}
