// Prints an OpenAPI document that is made from the contract.
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

const list = (choices: object) => Object.keys(choices).join(" or ");

const HELP = `The contract as an OpenAPI 3.1 document, on standard output.

npm run -s openapi -- [flags]
  --dialect D   names on the wire: ${list(DIALECTS)} (github)
  --edition E   whose operations: ${list(EDITIONS)} (all)
  --help        this page
`;

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ args: [...args], options: { dialect: text, edition: text, help: { type: "boolean" } } }).values;
  } catch (error) {
    // The parser's message goes on with advice for programmers; its first sentence is for people.
    const problem = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new RangeError(`${problem}. The flags are listed by --help.`);
  }
}

function choose<T extends string>(what: string, wanted: string, choices: Readonly<Record<T, unknown>>): T {
  for (const choice in choices) if (choice === wanted) return choice;
  throw new RangeError(`${what} is ${JSON.stringify(wanted)}; it must be ${list(choices)}.`);
}

/** What is to be printed. @throws RangeError with one line that says what is wrong with the flags */
export function page(args: readonly string[]): string {
  const flags = parse(args);
  if (flags.help) return HELP;
  const dialect = choose("--dialect", flags.dialect ?? "github", DIALECTS);
  const edition = EDITIONS[choose("--edition", flags.edition ?? "all", EDITIONS)];
  const document = openApiDocument({ dialect, edition });
  return `${JSON.stringify(document, null, 2)}\n`;
}

function main(): void {
  // Whoever reads may have enough before the end, as `head` does.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  try {
    process.stdout.write(page(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    process.stderr.write(`openapi: ${error.message}\n`);
    process.exitCode = 2;
  }
}

if (import.meta.main) main();
