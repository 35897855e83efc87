// Completes the built declarations. Adds each operation's route and access to its docstring, so that editors show them; they
// follow from the contract, so the sources don't repeat them. Reduces named schemas to their
// types, so that editors don't load zod.
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

/** Declarations of named schemas as the compiler writes them, and as they are published: only their types. */
const NAMED_SCHEMAS: readonly (readonly [declared: RegExp, published: string])[] = [
  [
    /declare const (\w+)_base: \S*NamedSchema<((?:(?!\n\S)[\s\S])*\n\})>;\n((?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?)export declare class \1 extends \1_base \{\n\}/g,
    "$3export interface $1 $2",
  ],
  [
    /(export type (\w+) = ).*\ndeclare const \w+: NamedSchema<((?:(?!\n\w)[\s\S])*)>;\nexport declare const \2: .*/g,
    "$1$3;",
  ],
  [/import \{ type NamedSchema \} from .*\n/, ""],
];

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
  const published = NAMED_SCHEMAS.reduce((result, [declared, type]) => result.replace(declared, type), text);
  const annotated = published.replace(DOCUMENTED, (whole, before: string, after: string, name: string) => {
    const operation = byName[name];
    if (!operation) return whole;
    missing.delete(name);
    return `${before}${describe(operation)}${after}`;
  });
  if (annotated !== text) writeFileSync(file, annotated);
  if (path !== "schema.d.ts" && annotated.includes("NamedSchema")) throw new Error(`${path} must publish only types.`);
}
if (missing.size > 0)
  throw new Error(`These operations have no docstring in the declarations: ${[...missing].join(", ")}.`);
