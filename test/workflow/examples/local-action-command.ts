import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PNPM } from "../../../scripts/quality/pnpm.ts";
import { ACTION_MAIN, type CreateStepCommand, inputVariables } from "../runner.ts";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const ACTION_FOLDER = pathOf("../../../action");
const ENTRY = pathOf("local-action-entry.mjs");
const LOCAL_ACTION = realpathSync(pathOf("../../../node_modules/@github/local-action/src/index.ts"));
/** Loader of local-action's own sources, which it ships as TypeScript. */
const LOADER = createRequire(LOCAL_ACTION).resolve("tsx/esm");

/** Quotes a value for a dotenv file, which has no escape sequences in single quotes and backticks. */
function quoteValue(value: string): string {
  const quote = ["'", "`"].find((each) => !value.includes(each));
  if (quote === undefined) throw new RangeError("A value for a dotenv file must not contain both ' and `.");
  return `${quote}${value}${quote}`;
}

/**
 * Creates a command that starts the bundle with local-action. Its inputs and the step's variables are in a dotenv file.
 * local-action replaces `@actions/core` only in sources, so the bundle writes outputs to the runner's files.
 */
export const bundleWithLocalAction: CreateStepCommand = (inputs, environment, folder) => ({
  args: ["--import", LOADER, LOCAL_ACTION, ACTION_FOLDER, ENTRY, writeDotenv(inputs, environment, folder)],
  environment: { FORGEHAND_LOCAL_MAIN: ACTION_MAIN, NODE_NO_WARNINGS: "1" },
});

function writeDotenv(...[inputs, environment, folder]: Parameters<CreateStepCommand>): string {
  const file = join(folder, "step.env");
  const variables = Object.entries({ ...inputVariables(inputs), ...environment });
  writeFileSync(file, variables.map(([name, value]) => `${name}=${quoteValue(value)}\n`).join(""));
  return file;
}

/** Starts the action's sources with local-action, which replaces `@actions/core` by its own. */
export interface SourcesWithLocalAction {
  readonly createCommand: CreateStepCommand;
  remove(): void;
}

/** Prepares running the sources. local-action asks pnpm for the location of `@actions/core`; the answer is cached. */
export function prepareSources(): SourcesWithLocalAction {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-local-action-"));
  const [program, ...args] = PNPM;
  const packages = ["@actions/artifact", "@actions/cache", "@actions/core", "@actions/github"];
  writeFileSync(
    join(folder, "list.json"),
    execFileSync(program, [...args, "list", ...packages, "--json"], { cwd: ACTION_FOLDER }),
  );
  writeFileSync(join(folder, "pnpm"), `#!/bin/sh\nexec cat '${join(folder, "list.json")}'\n`);
  chmodSync(join(folder, "pnpm"), 0o755);
  return {
    createCommand(...step) {
      const { args: bundleArgs, environment } = bundleWithLocalAction(...step);
      return {
        args: bundleArgs,
        environment: {
          ...environment,
          FORGEHAND_LOCAL_MAIN: join(ACTION_FOLDER, "src/main.ts"),
          NODE_PACKAGE_MANAGER: "pnpm",
          PATH: `${folder}${delimiter}${process.env["PATH"]}`,
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
