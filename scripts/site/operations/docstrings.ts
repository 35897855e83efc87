import { globSync, readFileSync } from "node:fs";
import { ROOT } from "../places.ts";

const CONTRACT = `${ROOT}packages/core/src/contract/`;

const DOCUMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+) = \/\* @__PURE__ \*\/ operation\(/g;

/** Where a statement is taken from: of use to who checks the contract, not to who calls it. */
const SOURCE =
  /; the shape is the public description's|\s*\((?:(?:names and )?shapes?: )?(?:document \d|public description|public documentation)(?:[^()]|\([^()]*\))*\)/g;

/** What the contract's own docstrings say of each operation, by its name. */
export function readDocstrings(): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const path of globSync("**/*.ts", { cwd: CONTRACT })) {
    for (const [, comment = "", name = ""] of readFileSync(`${CONTRACT}${path}`, "utf8").matchAll(DOCUMENTED)) {
      const text = comment.replace(/^\s*\*? ?/gm, " ").replace(/\s+/g, " ");
      said.set(
        name,
        text
          .replace(/ @\w+ .*/, "")
          .replaceAll(SOURCE, "")
          .trim(),
      );
    }
  }
  return said;
}

/** The first sentence of a docstring, as far as it says what is done. */
export function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s|;\s/)[0]?.replace(/\.$/, "") ?? "";
}
