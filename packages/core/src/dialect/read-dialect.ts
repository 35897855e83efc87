import { invalidField } from "../errors.ts";
import type { Dialect } from "./dialect.ts";
import { DIALECTS, type DialectName } from "./dialects.ts";

/** Tables that a dialect must have. */
const REQUIRED_TABLES = [
  "segments",
  "fields",
  "values",
  "scopes",
  "permissions",
  "permissionNames",
  "headers",
  "tokenPrefixes",
] as const satisfies readonly (keyof Dialect)[];

/**
 * Resolves a dialect, by name or as an object; default `github`.
 * @throws InputError
 */
export function readDialect(dialect: DialectName | Dialect = "github"): Dialect {
  if (typeof dialect === "string" && Object.hasOwn(DIALECTS, dialect)) return DIALECTS[dialect];
  if (typeof dialect !== "object" || dialect === null) {
    throw invalidField("dialect", `must be one of ${Object.keys(DIALECTS).join(", ")}, or a custom dialect object`);
  }
  for (const name of REQUIRED_TABLES) {
    if (typeof dialect[name] === "object" && dialect[name] !== null) continue;
    throw invalidField(`dialect.${name}`, `must be an object; a custom dialect has ${REQUIRED_TABLES.join(", ")}`);
  }
  const headers: Readonly<Record<string, unknown>> = dialect.headers;
  for (const name of Object.keys(DIALECTS.svc.headers)) {
    if (typeof headers[name] !== "string") throw invalidField(`dialect.headers.${name}`, "must be a header name");
  }
  if (typeof dialect.hookUserAgent !== "string") {
    throw invalidField("dialect.hookUserAgent", "must be the start of the user agent of webhook deliveries");
  }
  return dialect;
}
