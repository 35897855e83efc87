import { globSync, readFileSync } from "node:fs";
import { ROOT } from "../paths.ts";

const CONTRACT = `${ROOT}packages/core/src/contract/`;

const DOCUMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+) = operation\(/g;

export interface OperationDocstring {
  readonly description: string;
  /** URL of the operation's page in the public documentation. */
  readonly documentation: string;
}

/** Reads the docstring of each operation from the contract's sources, by operation name. */
export function readDocstrings(): ReadonlyMap<string, OperationDocstring> {
  const docstrings = new Map<string, OperationDocstring>();
  for (const path of globSync("**/*.ts", { cwd: CONTRACT })) {
    for (const [, comment = "", name = ""] of readFileSync(`${CONTRACT}${path}`, "utf8").matchAll(DOCUMENTED)) {
      const text = comment.replace(/^\s*\*? ?/gm, " ").replace(/\s+/g, " ");
      const documentation = /@see (\S+)/.exec(text)?.[1] ?? "";
      docstrings.set(name, { description: text.replace(/ @\w+ .*/, "").trim(), documentation });
    }
  }
  return docstrings;
}

/** Returns the first sentence of a docstring, or its first clause up to a semicolon. */
export function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s|;\s/)[0]?.replace(/\.$/, "") ?? "";
}
