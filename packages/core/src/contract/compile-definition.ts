import { compileSchema } from "../schema/compile-schema.ts";
import type { StandardSchema } from "../schema/schema.ts";
import type { CallDefinition, CallResponseSpec, InputSchema } from "./call-definition.ts";
import { type Definition, isVerbatim, type ResponseSpec } from "./definition.ts";

/**
 * Converts the schemas of a definition to plain data.
 * @throws TypeError if the schema of an input is not one of an object
 */
export function compileDefinition({ path, query, body, success, media, ...others }: Definition): CallDefinition {
  return {
    ...others,
    ...(path && { path: compileInput(path) }),
    ...(query && { query: compileInput(query) }),
    ...(body && { body: compileInput(body) }),
    success: mapValues(success, compileResponse),
    ...(media && { media: mapValues(media, compileResponse) }),
  };
}

function compileInput(schema: StandardSchema): InputSchema {
  const compiled = compileSchema(schema);
  if (typeof compiled !== "string" && (compiled.type === "object" || compiled.type === "foreign")) return compiled;
  throw new TypeError("The schema of a path, query or body must be one of an object.");
}

function compileResponse(response: ResponseSpec): CallResponseSpec {
  if (typeof response !== "object" || response === null || isVerbatim(response)) return response;
  return { json: compileSchema(response) };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Readonly<Record<string, B>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
