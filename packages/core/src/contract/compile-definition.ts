import { compileSchema } from "../schema/compile-schema.ts";
import type { CallDefinition, CallResponseSpec } from "./call-definition.ts";
import { type Definition, isVerbatim, type ResponseSpec } from "./definition.ts";

/** Converts the schemas of a definition to plain data, without the parts that calls do not need. */
export function compileDefinition(declared: Definition): CallDefinition {
  const { path, query, body, success, media, otherStatuses: _, since: __, retired: ___, ...others } = declared;
  return {
    ...others,
    ...(path && { path: compileSchema(path) }),
    ...(query && { query: compileSchema(query) }),
    ...(body && { body: compileSchema(body) }),
    success: mapValues(success, compileResponse),
    ...(media && { media: mapValues(media, compileResponse) }),
  };
}

function compileResponse(response: ResponseSpec): CallResponseSpec {
  if (typeof response !== "object" || response === null || isVerbatim(response)) return response;
  return { json: compileSchema(response) };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Readonly<Record<string, B>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
