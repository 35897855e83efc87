import { wrongField } from "../errors.ts";
import type { Dialect } from "./dialect.ts";
import { DIALECTS, type DialectName } from "./dialects.ts";

/** What a dialect can't do without. */
const TABLES = [
  "segments",
  "fields",
  "values",
  "scopes",
  "permissions",
  "headers",
  "tokenPrefixes",
] as const satisfies readonly (keyof Dialect)[];

/** A dialect, by its name or as it is; default `github`. @throws InputError */
export function readDialect(dialect: DialectName | Dialect = "github"): Dialect {
  if (typeof dialect === "string" && Object.hasOwn(DIALECTS, dialect)) return DIALECTS[dialect];
  if (typeof dialect !== "object" || dialect === null) {
    throw wrongField("dialect", `is none of ${Object.keys(DIALECTS).join(", ")}, and no dialect of your own`);
  }
  for (const name of TABLES) {
    if (typeof dialect[name] === "object" && dialect[name] !== null) continue;
    throw wrongField(`dialect.${name}`, `must be an object; a dialect of your own has ${TABLES.join(", ")}`);
  }
  const headers: Readonly<Record<string, unknown>> = dialect.headers;
  for (const name of Object.keys(DIALECTS.svc.headers)) {
    if (typeof headers[name] !== "string") throw wrongField(`dialect.headers.${name}`, "must be a header's name");
  }
  if (typeof dialect.hookUserAgent !== "string") {
    throw wrongField("dialect.hookUserAgent", "must be what a delivery's user agent begins with");
  }
  return dialect;
}
