import { findObject, type GitStore } from "../state/git-store.ts";
import { findEntry } from "./tree.ts";

/** The file that lists a repository's submodules. */
export const GITMODULES_PATH = ".gitmodules";

/** Returns the URL of the submodule at a path, from the tree's own `.gitmodules`. */
export function submoduleUrl(store: GitStore, tree: string, path: string): string | undefined {
  const entry = findEntry(store, tree, [GITMODULES_PATH]);
  const object = entry && findObject(store, entry.sha);
  return object?.type === "blob" ? readGitmodules(Buffer.from(object.content).toString("utf8")).get(path) : undefined;
}

/**
 * Parses `.gitmodules` into URLs by path. Supports git's configuration format: sections, comments, quotes, escapes and
 * continued lines.
 */
export function readGitmodules(text: string): Map<string, string> {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  for (const line of text.replace(/\r\n/g, "\n").replace(/\\\n/g, "").split("\n")) {
    const name = /^\s*\[\s*submodule\s+"((?:[^"\\]|\\.)*)"\s*\]/i.exec(line)?.[1];
    if (name !== undefined) {
      section = sections.get(name) ?? new Map<string, string>();
      sections.set(name, section);
      continue;
    }
    if (/^\s*\[/.test(line)) section = undefined;
    const [, key, value] = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*=\s*(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) section?.set(key.toLowerCase(), parseValue(value));
  }
  return new Map(
    [...sections.values()].flatMap((fields): [string, string][] => {
      const [path, url] = [fields.get("path"), fields.get("url")];
      return path === undefined || url === undefined ? [] : [[path, url]];
    }),
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** Returns a value without quotes, escapes and trailing comment. */
function parseValue(value: string): string {
  let text = "";
  let trimmedLength = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at++) {
    const letter = value[at] ?? "";
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === "\\") {
      const escaped = value[++at] ?? "";
      text += ESCAPES[escaped] ?? escaped;
    } else if (!isQuoted && (letter === "#" || letter === ";")) break;
    else text += letter;
    if (isQuoted || !/\s/.test(letter)) trimmedLength = text.length;
  }
  return text.slice(0, trimmedLength);
}

/** Formats a section of `.gitmodules`. */
export function writeGitmodule(path: string, url: string): string {
  const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
  const value = (text: string) => (/^[\w./:@~+-]+$/.test(text) ? text : quoted(text));
  return `[submodule ${quoted(path)}]\n\tpath = ${value(path)}\n\turl = ${value(url)}\n`;
}
