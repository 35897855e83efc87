#!/usr/bin/env node
import process from "node:process";
import { parseArgs } from "node:util";
import { isForgeError } from "@forgehand/core";
import { migrationSql } from "./migration.ts";

const USAGE = `Usage: forgehand-postgres migration [--prefix PREFIX] [--schema SCHEMA]

Prints the SQL that creates the tables of @forgehand/postgres. It can be run repeatedly:

  forgehand-postgres migration | psql "$DATABASE_URL" --set ON_ERROR_STOP=1

  --prefix PREFIX  prefix of the tables' names; default forgehand_
  --schema SCHEMA  schema of the tables, which is created if it is missing; default: the search path decides
  --help           prints this text
`;

try {
  process.exitCode = run(process.argv.slice(2));
} catch (error) {
  // Invalid flags and names; anything else is a bug, whose stack is needed.
  if (!(error instanceof Error) || !(isForgeError(error) || "code" in error)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

/** @returns the exit code */
function run(args: string[]): number {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    options: { prefix: text, schema: text, help: { type: "boolean" } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (positionals.length !== 1 || positionals[0] !== "migration") {
    process.stderr.write(USAGE);
    return 2;
  }
  process.stdout.write(migrationSql({ prefix: values.prefix, schema: values.schema }));
  return 0;
}
