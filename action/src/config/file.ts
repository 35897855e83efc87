import { readFile, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { Problem } from "../problem.ts";

/** A file that is larger is no configuration, in bytes. */
const LARGEST = 1024 * 1024;

/** A configuration file as it stands. */
export interface ConfigText {
  /** As people know it: from the workspace on, where it is there. */
  readonly name: string;
  readonly text: string;
}

/** Reads a file as text. @param root what its path begins at @throws Problem that says where it was looked for */
export async function readConfigText(path: string, root: string): Promise<ConfigText> {
  const place = resolve(root, path);
  const problem = (what: string) => new Problem(`The input "config" is ${JSON.stringify(path)}, ${what}`);
  const inside = relative(root, place);
  const name = inside.startsWith("..") || isAbsolute(inside) ? place : inside.split(sep).join("/");
  try {
    const { size } = await stat(place);
    if (size > LARGEST) throw problem("which has more than 1 MB: that is no configuration.");
    const bytes = await readFile(place);
    return { name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof TypeError) throw problem("which is no text in UTF-8.");
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EISDIR") throw problem("which is a folder, not a file. For example: config: forgehand.yml");
    if (code !== "ENOENT" && code !== "ENOTDIR") throw problem(`which can't be read (${String(code)}).`);
    throw problem(`and ${place} is not there. Was the repository checked out before (actions/checkout)?`);
  }
}
