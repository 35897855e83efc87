import { type AnyOperation, definitionOf } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import { type ErrorDetail, HttpError } from "../http-error.ts";

/**
 * Translates an error to the names of the wire, and adds to its field errors the kind of resource that they concern.
 * @param operation undefined if no operation has the route
 */
export function wireError(dialect: Dialect, operation: AnyOperation | undefined, error: HttpError): HttpError {
  const bodyNames = (operation && definitionOf(operation).bodyNames) ?? {};
  const translate = (text: string) => text.replaceAll(WORD, (word) => wireWord(dialect, bodyNames, word));
  const resource = operation && resourceName(translate(operation.path));
  const errors = error.errors?.map((detail): ErrorDetail => {
    if (typeof detail === "string") return translate(detail);
    const { field, message, ...rest } = detail;
    return {
      ...(resource === undefined ? {} : { resource }),
      ...rest,
      ...(field === undefined ? {} : { field: translate(field) }),
      ...(message === undefined ? {} : { message: translate(message) }),
    };
  });
  return new HttpError(error.status, translate(error.message), errors, error.headers, error.extraFields);
}

const WORD = /[A-Za-z]+(?:[_-][A-Za-z]+)*/g;

function wireWord(dialect: Dialect, bodyNames: Readonly<Record<string, string>>, word: string): string {
  const tables: readonly Readonly<Record<string, string>>[] = [
    bodyNames,
    dialect.fields,
    dialect.permissions,
    dialect.segments,
    dialect.values,
  ];
  return tables.find((table) => Object.hasOwn(table, word))?.[word] ?? word;
}

/** Names that paths shorten. */
const FULL_NAMES: Readonly<Record<string, string>> = { repo: "repository", org: "organization" };

/** Names the resource of a path in the singular: `Hook` for `/repos/{owner}/{repo}/hooks`. */
function resourceName(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));
  const singular = (segments.at(-1) ?? "").replace(/ies$/, "y").replace(/s$/, "");
  const [first, ...others] = (FULL_NAMES[singular] ?? singular).split(/[_-]/);
  return [first ?? "", ...others].map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("");
}
