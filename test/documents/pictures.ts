import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Block, ROOT } from "./blocks.ts";

/** A tree of folders: its first line is one. */
export const isTree = ({ language, code }: Block): boolean =>
  isPicture(language) && /^[\w./-]+\/(?:\s{2,}.*)?$/m.test(code.split("\n")[0] ?? "");

/** What the emulator tells with `--log`. */
export const isLog = ({ language, code }: Block): boolean =>
  isPicture(language) && /^\d\d:\d\d:\d\d\.\d{3} /.test(code);

const isPicture = (language: string | undefined) => language === "" || language === "text";

/** What lies deeper than this goes on with what the line above says. */
const DEEPEST = 3;

/** What a tree names that isn't there. Names come first in a line, two spaces deeper in each folder; then what they are. */
export function checkTree({ code, line }: Block): string[] {
  const parents: string[] = [];
  return code.split("\n").flatMap((row, index) => {
    const [, indent = "", names = ""] = /^( *)(\S+(?: \S+)*)/.exec(row) ?? [];
    const depth = indent.length / 2;
    if (depth > DEEPEST) return [];
    const paths = names.split(" ").map((name) => join(...parents.slice(0, depth), name));
    parents.splice(depth, parents.length, names.split(" ")[0] ?? "");
    return paths
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `line ${line + index}: there is no ${path}`);
  });
}
