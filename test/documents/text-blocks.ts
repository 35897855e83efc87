import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Block, ROOT } from "./blocks.ts";

/** A directory tree, recognized by its first line. */
export const isTree = ({ language, code }: Block): boolean =>
  isPlainText(language) && /^[\w./-]+\/(?:\s{2,}.*)?$/m.test(code.split("\n")[0] ?? "");

/** Output of the emulator with `--log`. */
export const isLog = ({ language, code }: Block): boolean =>
  isPlainText(language) && /^\d\d:\d\d:\d\d\.\d{3} /.test(code);

const isPlainText = (language: string | undefined) => language === "" || language === "text";

/** Deeper indentation continues the description of the line above. */
const MAX_DEPTH = 3;

/**
 * Returns the paths of a tree that do not exist. Lines start with names, indented by two spaces per level, followed by
 * a description.
 */
export function checkTree({ code, line }: Block): string[] {
  const parents: string[] = [];
  return code.split("\n").flatMap((textLine, index) => {
    const [, indent = "", names = ""] = /^( *)(\S+(?: \S+)*)/.exec(textLine) ?? [];
    const depth = indent.length / 2;
    if (depth > MAX_DEPTH) return [];
    const paths = names.split(" ").map((name) => join(...parents.slice(0, depth), name));
    parents.splice(depth, parents.length, names.split(" ")[0] ?? "");
    return paths
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `line ${line + index}: ${path} must exist`);
  });
}
