import { checkOptionNames, invalidField } from "@forgehand/core/internal";
import type { Pool } from "pg";

/** Names of the tables of a store. */
export interface TableOptions {
  /** Prefix of the tables' names; default `forgehand_`. */
  readonly prefix?: string | undefined;
  /** Schema of the tables; by default, the connection's search path decides. */
  readonly schema?: string | undefined;
}

/** Options of all stores in PostgreSQL. */
export interface PostgresStoreOptions extends TableOptions {
  /** Returns the time in milliseconds. Replaces the server's clock, which all processes share, in tests and benchmarks. */
  readonly now?: (() => number) | undefined;
}

/** Names that the stores and their migration use, quoted for SQL. */
export interface TableNames {
  readonly deliveries: string;
  readonly quotas: string;
  readonly quotaCommands: string;
  /** Function that appends commands to a quota's log. */
  readonly appendCommands: string;
  readonly schema: string | undefined;
  /** Quotes the name of an object that has no schema of its own, such as an index. */
  readonly quote: (name: string) => string;
  /** Flags of the command that prints the migration. */
  readonly flags: string;
}

const DEFAULT_PREFIX = "forgehand_";

/** PostgreSQL truncates names to 63 bytes; the longest name after a prefix has 18. */
const MAX_PREFIX = 40;
const MAX_NAME = 63;

/**
 * Checks the options that all stores have.
 * @param known object with all option names as keys
 * @throws InputError if the pool or an option is invalid
 */
export function readStoreOptions(pool: Pool, options: PostgresStoreOptions, known: object) {
  // A single client has no count of connections.
  if (typeof pool?.connect !== "function" || typeof pool.totalCount !== "number")
    throw invalidField("pool", "must be a Pool of the package pg");
  checkOptions(options, known);
  const { now } = options;
  if (now !== undefined && typeof now !== "function")
    throw invalidField("now", "must be a function that returns milliseconds");
  return { names: tableNames(options), now };
}

/** @throws InputError if there is an unknown option */
export function checkOptions(options: object, known: object): void {
  if (typeof options !== "object" || options === null) throw invalidField("options", "must be an object");
  checkOptionNames(options, known);
}

/** @throws InputError if a name is invalid */
export function tableNames({ prefix = DEFAULT_PREFIX, schema }: TableOptions): TableNames {
  checkName("prefix", prefix, MAX_PREFIX);
  if (schema !== undefined) checkName("schema", schema, MAX_NAME);
  const quote = (name: string) => `"${prefix}${name}"`;
  const qualify = (name: string) => (schema === undefined ? quote(name) : `"${schema}".${quote(name)}`);
  return {
    deliveries: qualify("deliveries"),
    quotas: qualify("quotas"),
    quotaCommands: qualify("quota_commands"),
    appendCommands: qualify("append_commands"),
    schema: schema === undefined ? undefined : `"${schema}"`,
    quote,
    flags: [
      ...(prefix === DEFAULT_PREFIX ? [] : [` --prefix ${prefix}`]),
      ...(schema === undefined ? [] : [` --schema ${schema}`]),
    ].join(""),
  };
}

function checkName(field: string, name: string, longest: number): void {
  if (typeof name === "string" && /^[A-Za-z_]\w*$/.test(name) && name.length <= longest) return;
  throw invalidField(
    field,
    `must contain only letters, digits and underscores, not start with a digit, and have at most ${longest} characters`,
  );
}
