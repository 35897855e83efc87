import { globSync, readFileSync } from "node:fs";
import { ROOT } from "../paths.ts";

const CONTRACT = `${ROOT}packages/core/src/contract/`;

const DOCUMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+) = \/\* @__PURE__ \*\/ operation\(/g;

/** Matches remarks on the source of a statement, which are for maintainers of the contract. */
const SOURCE_REFERENCE =
  /; the shape is the public description's|\s*\((?:(?:names and )?shapes?: )?(?:document \d|public description|public documentation)(?:[^()]|\([^()]*\))*\)/g;

/** Reads the docstring of each operation from the contract's sources, by operation name. */
export function readDocstrings(): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>();
  for (const path of globSync("**/*.ts", { cwd: CONTRACT })) {
    for (const [, comment = "", name = ""] of readFileSync(`${CONTRACT}${path}`, "utf8").matchAll(DOCUMENTED)) {
      const text = comment.replace(/^\s*\*? ?/gm, " ").replace(/\s+/g, " ");
      descriptions.set(
        name,
        text
          .replace(/ @\w+ .*/, "")
          .replaceAll(SOURCE_REFERENCE, "")
          .trim(),
      );
    }
  }
  return descriptions;
}

/** Returns the first sentence of a docstring, or its first clause up to a semicolon. */
export function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s|;\s/)[0]?.replace(/\.$/, "") ?? "";
}
