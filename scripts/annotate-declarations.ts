// Adds each operation's route and access to its docstring in the built declarations, so that editors show them. They
// follow from the contract, so the sources don't repeat them.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { definitionOf } from "../packages/core/src/contract/definition-of.ts";
import * as operations from "../packages/core/src/contract/index.ts";
import type { AnyOperation } from "../packages/core/src/contract/operation-types.ts";
import { wirePath } from "../packages/core/src/dialect/dialect.ts";
import { github } from "../packages/core/src/dialect/github.ts";
import { accessSentences } from "./site/operations/access-section.ts";

const DECLARATIONS = fileURLToPath(new URL("../packages/core/dist/contract/", import.meta.url));

/** A docstring's text up to its link, and the operation that it belongs to. */
const DOCUMENTED = /(\/\*\*(?:(?!\*\/)[\s\S])*?)( \* @see (?:(?!\*\/)[\s\S])*\*\/\s*export declare const (\w+):)/g;

const byName: Readonly<Record<string, AnyOperation>> = operations;

/** The lines of a docstring about an operation's route and access. */
function describe(operation: AnyOperation): string {
  const access = accessSentences(definitionOf(operation)).map((sentence) => `- ${sentence}.`);
  const lines = ["", `\`${operation.method} ${wirePath(github, operation.path)}\``, ...access];
  return lines
    .map((line) => ` * ${line}`.trimEnd())
    .join("\n")
    .concat("\n");
}

const missing = new Set(Object.keys(byName));
for (const path of globSync("**/*.d.ts", { cwd: DECLARATIONS })) {
  const file = `${DECLARATIONS}${path}`;
  const text = readFileSync(file, "utf8");
  const annotated = text.replace(DOCUMENTED, (whole, before: string, after: string, name: string) => {
    const operation = byName[name];
    if (!operation) return whole;
    missing.delete(name);
    return `${before}${describe(operation)}${after}`;
  });
  if (annotated !== text) writeFileSync(file, annotated);
}
if (missing.size > 0)
  throw new Error(`These operations have no docstring in the declarations: ${[...missing].join(", ")}.`);
