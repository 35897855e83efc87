import { isTreePath } from "../git/path.ts";
import { FILE_MODES } from "../git/tree.ts";
import type { ObjectType } from "../state/git-store.ts";
import { InvalidPackError } from "./invalid-pack-error.ts";
import type { PackedObject } from "./read-pack.ts";

/**
 * Checks an object as `git fsck` does.
 * @throws InvalidPackError
 */
export function checkObject({ sha, type, content }: PackedObject): void {
  const problem = CHECKS[type](Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  if (problem !== undefined) throw new InvalidPackError(`object ${sha}: ${problem}`);
}

type ObjectCheck = (content: Buffer) => string | undefined;

const CHECKS: Readonly<Record<ObjectType, ObjectCheck>> = {
  blob: () => undefined,
  tree: findTreeProblem,
  commit: findCommitProblem,
  tag: findTagProblem,
};

const KNOWN_FILE_MODES: ReadonlySet<string> = new Set(Object.values(FILE_MODES));

function findTreeProblem(content: Buffer): string | undefined {
  const names = new Set<string>();
  let lastKey: Buffer | undefined;
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(" ", at);
    const end = content.indexOf(0, at);
    if (space < 0 || end < space || end + 21 > content.length) return "badTree: cannot be parsed as a tree";
    const mode = content.toString("latin1", at, space);
    const name = content.subarray(space + 1, end);
    at = end + 21;
    if (!KNOWN_FILE_MODES.has(mode)) return "badFilemode: contains bad file modes";
    const text = name.toString("latin1");
    if (text.includes("/")) return "fullPathname: contains full pathnames";
    if (!isTreePath(name.toString("utf8"))) return nameProblem(text);
    if (names.has(text)) return "duplicateEntries: contains duplicate file entries";
    names.add(text);
    const key = mode === FILE_MODES.tree ? Buffer.concat([name, Buffer.from("/")]) : name;
    if (lastKey && Buffer.compare(lastKey, key) > 0) return "treeNotSorted: not properly sorted";
    lastKey = key;
    if (content.subarray(end + 1, at).every((byte) => byte === 0))
      return "nullSha1: contains entries pointing to null sha1";
  }
  return undefined;
}

function nameProblem(name: string): string {
  if (name === "") return "emptyName: contains empty pathname";
  if (name === ".") return "hasDot: contains '.'";
  return name === ".." ? "hasDotdot: contains '..'" : "hasDotgit: contains '.git'";
}

const SHA = "[0-9a-f]{40}";

function findCommitProblem(content: Buffer): string | undefined {
  const lines = headerLines(content);
  if (!lines) return NUL_IN_HEADER;
  let [line = "", at] = [lines[0], 1];
  if (!line.startsWith("tree ")) return "missingTree: invalid format - expected 'tree' line";
  if (!isSha(line.slice(5))) return "badTreeSha1: invalid 'tree' line format - bad sha1";
  for (line = lines[at] ?? ""; line.startsWith("parent "); line = lines[++at] ?? "") {
    if (!isSha(line.slice(7))) return "badParentSha1: invalid 'parent' line format - bad sha1";
  }
  if (!line.startsWith("author ")) return "missingAuthor: invalid format - expected 'author' line";
  const committer = lines[at + 1] ?? "";
  if (!committer.startsWith("committer ")) return "missingCommitter: invalid format - expected 'committer' line";
  return signatureProblem(line.slice(7)) ?? signatureProblem(committer.slice(10));
}

function findTagProblem(content: Buffer): string | undefined {
  const lines = headerLines(content);
  if (!lines) return NUL_IN_HEADER;
  const [object = "", type = "", tag = "", tagger = ""] = lines;
  if (!object.startsWith("object ")) return "missingObject: invalid format - expected 'object' line";
  if (!isSha(object.slice(7))) return "badObjectSha1: invalid 'object' line format - bad sha1";
  if (!type.startsWith("type ")) return "missingTypeEntry: invalid format - expected 'type' line";
  if (!Object.hasOwn(CHECKS, type.slice(5))) return "badType: invalid 'type' value";
  if (!tag.startsWith("tag ")) return "missingTagEntry: invalid format - expected 'tag' line";
  if (!tagger.startsWith("tagger ")) return "missingTaggerEntry: invalid format - expected 'tagger' line";
  return signatureProblem(tagger.slice(7));
}

const NUL_IN_HEADER = "nulInHeader: unterminated header: NUL at offset";

/** Returns the lines of a header; undefined if it isn't text. */
function headerLines(content: Buffer): string[] | undefined {
  const end = content.indexOf("\n\n");
  const header = content.toString("utf8", 0, end < 0 ? content.length : end);
  return header.includes("\0") ? undefined : header.split("\n");
}

function isSha(text: string): boolean {
  return new RegExp(`^${SHA}$`).test(text);
}

function signatureProblem(signature: string): string | undefined {
  const subject = "invalid author/committer line";
  if (!signature.includes(" <")) return `missingEmail: ${subject} - missing email`;
  const [, rest] = /^[^<>]* <[^<>]*>(.*)$/.exec(signature) ?? [];
  if (rest === undefined) return `badEmail: ${subject} - bad email`;
  if (!/^ \d{1,12} /.test(rest)) return `badDate: ${subject} - bad date`;
  return /^ \d+ [+-]\d{4}$/.test(rest) ? undefined : `badTimezone: ${subject} - bad time zone`;
}
