import type { ForeignSchema, StandardSchema } from "./schema.ts";
import { valueIssueOf } from "./zod-issue.ts";

/**
 * Wraps a schema of another library.
 * @param fields names of an object's fields, if they are known
 */
export function foreignSchema(schema: StandardSchema, fields?: readonly string[]): ForeignSchema {
  return {
    type: "foreign",
    matches: (value) => validate(schema, value).issues === undefined,
    findIssue(value, path) {
      const [issue] = validate(schema, value).issues ?? [];
      return issue && valueIssueOf(issue, path);
    },
    ...(fields && { fields }),
  };
}

/** @throws TypeError if the schema validates asynchronously */
function validate(schema: StandardSchema, value: unknown) {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) throw new TypeError("A schema must validate synchronously.");
  return result;
}
