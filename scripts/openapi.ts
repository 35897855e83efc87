// Prints an OpenAPI document generated from the contract.
import { parseArgs } from "node:util";
import type { Edition } from "@forgehand/core/contract";
import { DIALECTS } from "@forgehand/core/dialects";
import { openApiDocument } from "@forgehand/core/openapi";

const EDITIONS: Readonly<Record<"all" | Edition, Edition | undefined>> = {
  all: undefined,
  "github.com": "github.com",
  "enterprise-cloud": "enterprise-cloud",
  "self-hosted": "self-hosted",
};

const joinChoices = (choices: object) => Object.keys(choices).join(" or ");

const HELP = `Prints the contract as an OpenAPI 3.1 document on standard output.

npm run -s openapi -- [flags]
  --dialect D   names in routes and fields: ${joinChoices(DIALECTS)} (vendor-neutral). Default: github
  --edition E   operations to include: ${joinChoices(EDITIONS)}. Default: all
  --help        print this help
`;

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ args: [...args], options: { dialect: text, edition: text, help: { type: "boolean" } } }).values;
  } catch (error) {
    // Drops the parser's advice for programmers, which follows the first sentence.
    const problem = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new RangeError(`${problem}. See --help for the flags.`);
  }
}

function parseChoice<T extends string>(label: string, value: string, choices: Readonly<Record<T, unknown>>): T {
  for (const choice in choices) if (choice === value) return choice;
  throw new RangeError(`${label} must be ${joinChoices(choices)}, got ${JSON.stringify(value)}.`);
}

/**
 * Returns the command's output: the document or the help.
 * @throws RangeError if a flag is invalid, with a one-line message
 */
export function outputFor(args: readonly string[]): string {
  const flags = parse(args);
  if (flags.help) return HELP;
  const dialect = parseChoice("--dialect", flags.dialect ?? "github", DIALECTS);
  const edition = EDITIONS[parseChoice("--edition", flags.edition ?? "all", EDITIONS)];
  const document = openApiDocument({ dialect, edition });
  return `${JSON.stringify(document, null, 2)}\n`;
}

function main(): void {
  // The reader can close the pipe early, as `head` does.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  try {
    process.stdout.write(outputFor(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    process.stderr.write(`openapi: ${error.message}\n`);
    process.exitCode = 2;
  }
}

if (import.meta.main) main();
