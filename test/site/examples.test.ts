import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { validateInput } from "../../packages/core/src/client/request/validate-input.ts";
import { callDefinitionOf } from "../../packages/core/src/contract/call-definition.ts";
import { github } from "../../packages/core/src/dialect/github.ts";
import { exampleInput, exampleOf } from "../../scripts/site/operations/example.ts";
import { readOperationEntries, schemasOf } from "../../scripts/site/operations/operation-entries.ts";

const entries = readOperationEntries();
const schemas = schemasOf(entries);
const NOW = new Date("2026-11-23T00:00:00Z");

// Inside node_modules, so that packages can be resolved from there.
const FOLDER = new URL("../../node_modules/.forgehand-examples/", import.meta.url);
const TSC = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
const run = promisify(execFile);

const OPTIONS = {
  compilerOptions: {
    target: "es2024",
    lib: ["ESNext", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
  files: ["examples.ts", "wrong.ts"],
};

/** Returns a program with the client and all examples, each in its own block. */
function program(): string {
  const examples = entries.map((entry) => exampleOf(entry, schemas));
  return [
    'import { createClient } from "@forgehand/core";',
    ...examples.map(({ imports }) => imports),
    'const { call, items } = createClient({ baseUrl: "https://api.github.com", credentials: "" });',
    ...examples.map(({ statement }) => `{\n${statement}\n}`),
  ].join("\n");
}

/**
 * Compiles a valid and an invalid program together, which takes half the time of two compilations.
 * @returns the compiler's output
 */
async function compile(examples: string, invalidExamples: string): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(new URL("examples.ts", FOLDER), examples);
  writeFileSync(new URL("wrong.ts", FOLDER), invalidExamples);
  writeFileSync(new URL("tsconfig.json", FOLDER), JSON.stringify(OPTIONS));
  return run(process.execPath, [TSC, "-p", ".", "--pretty", "false"], { cwd: FOLDER }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe("every operation's example", () => {
  test.each(entries)("$name is valid input according to the contract", ({ ...entry }) => {
    const input = exampleInput(entry, schemas);
    const definition = callDefinitionOf(entry.operation);
    expect(() => validateInput(entry.operation, definition, input, github, NOW)).not.toThrow();
  });

  test("type-checks", { timeout: 120_000 }, async () => {
    const text = program();
    expect(text.match(/^import /gm)).toHaveLength(1 + entries.length);
    // Also checks that the compiler reports an unknown field, only in the invalid file.
    const output = await compile(text, text.replace('org: "acme"', 'organisation: "acme"'));
    expect(output).toContain("organisation");
    expect(output.split("\n").filter((line) => /^\S/.test(line) && !/^wrong\.ts\(/.test(line))).toEqual([]);
  });
});
