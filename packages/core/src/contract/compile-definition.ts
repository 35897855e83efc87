import { compileSchema } from "../schema/compile-schema.ts";
import { fieldPathsOf, markedPaths } from "../schema/field-paths.ts";
import { fieldNamesOf, type Schema } from "../schema/schema.ts";
import { secretValues } from "../schema/secret-values.ts";
import { fromWire, toWire } from "../terms/translate-terms.ts";
import { isVendorField } from "../terms/wire-terms.ts";
import { quoteBigIntegers } from "./big-integers.ts";
import { type CallDefinition, type CallResponseSpec, isJson, type TermTranslation } from "./call-definition.ts";
import { type Definition, isVerbatim, type ResponseSpec } from "./definition.ts";
import { isCutOff, recordReport } from "./list-reports.ts";

/** Translation of names, which definitions refer to if they need it. */
const TERMS: TermTranslation = { toWire, fromWire };

/**
 * Converts the schemas of a definition to plain data, without the parts that calls do not need.
 * @throws TypeError if neither the schema of the query nor that of the body shows its fields
 */
export function compileDefinition(declared: Definition): CallDefinition {
  const { path, query, body, success, media, paging, otherStatuses: _, since: __, retired: ___, ...others } = declared;
  const inputs = {
    ...(path && { path: compileSchema(path) }),
    ...(query && { query: compileSchema(query) }),
    ...(body && { body: compileSchema(body) }),
  };
  // Each field belongs to one of them: a secret of the body must never be sent in the query.
  if (isOpaque(inputs.query) && isOpaque(inputs.body))
    throw new TypeError("The query or the body must have a schema of zod that shows its fields.");
  const responses = {
    success: mapValues(success, compileResponse),
    ...(media && { media: mapValues(media, compileResponse) }),
  };
  const bodies = [...Object.values(responses.success), ...Object.values(responses.media ?? {})];
  const schemas = [...Object.values(inputs), ...bodies.flatMap((response) => (isJson(response) ? response.json : []))];
  const paths = inputs.body === undefined ? [] : markedPaths(inputs.body, "secret");
  return {
    ...others,
    ...(paging && {
      paging: { ...paging, ...(paging.items !== undefined && { recordReport }), ...(paging.truncated && { isCutOff }) },
    }),
    ...inputs,
    ...responses,
    ...(schemas.some(hasVendorTerms) && { terms: TERMS }),
    ...(paths.length > 0 && { secrets: { paths, find: secretValues } }),
  };
}

function isOpaque(schema: Schema | undefined): boolean {
  return schema !== undefined && fieldNamesOf(schema) === undefined;
}

/** Returns whether a schema has fields or values that vendors name differently. */
function hasVendorTerms(schema: Schema): boolean {
  const marks = [...markedPaths(schema, "vendor-values"), ...markedPaths(schema, "vendor-keys")];
  return marks.length > 0 || fieldPathsOf(schema, (_, name) => isVendorField(name)).length > 0;
}

function compileResponse(response: ResponseSpec): CallResponseSpec {
  if (typeof response !== "object" || response === null || isVerbatim(response)) return response;
  const json = compileSchema(response);
  const paths = fieldPathsOf(json, (field) => field === "digits");
  return {
    json,
    ...(markedPaths(json, "secret").length > 0 && { isSecret: true }),
    ...(paths.length > 0 && { bigIntegers: { paths, quote: quoteBigIntegers } }),
  };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Readonly<Record<string, B>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
