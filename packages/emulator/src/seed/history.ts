import * as z from "zod/mini";
import { makeCommit } from "../git/branch.ts";
import { readCommit } from "../git/commit.ts";
import { isTreePath } from "../git/path.ts";
import { isRefName } from "../git/ref-name.ts";
import { peelRef } from "../git/resolve.ts";
import { type Signature, sign } from "../git/signature.ts";
import { GITMODULES, readGitmodules, writeGitmodule } from "../git/submodules.ts";
import { writeTag } from "../git/tag.ts";
import { type Change, findEntry, MODES } from "../git/tree.ts";
import { findObject, type GitStore, writeObject } from "../state/git.ts";
import { sha } from "./fields.ts";
import { type SeedPath, SeedProblem } from "./problem.ts";
import { SeedTime } from "./time.ts";

// A history of commits as plain data: what a seed says of a repository, or of what is imported into one.

const executable = () => z.optional(z.boolean());

/** A file: its text, its bytes, so many bytes of nothing in particular, a link's target, a submodule; null takes it away. */
const File = z.union([
  z.string(),
  z.null(),
  z.strictObject({ text: z.string(), executable: executable() }),
  z.strictObject({ base64: z.base64(), executable: executable() }),
  z.strictObject({ bytes: z.int().check(z.gte(0)), executable: executable() }),
  z.strictObject({ symlink: z.string().check(z.minLength(1)) }),
  z.strictObject({ submodule: z.string(), sha: sha() }),
]);
type File = z.output<typeof File>;

export const Files = z.record(z.string(), File);
export type Files = z.output<typeof Files>;

/** Somebody by their login, or anybody by name and address. */
const Author = z.union([z.string(), z.strictObject({ name: z.string(), email: z.string() })]);
type Author = z.output<typeof Author>;

export const Commit = z.strictObject({
  /** Where it goes; by default the default branch. */
  branch: z.optional(z.string()),
  /** Where a new branch begins: at a branch or a tag as it is by then. Without it, the branch begins with nothing. */
  from: z.optional(z.string()),
  /** What else it comes from, which makes it a merge. */
  merges: z.optional(z.array(z.string())),
  message: z.string(),
  author: z.optional(Author),
  committer: z.optional(Author),
  date: z.optional(SeedTime),
  /** What changes against the commit before. */
  files: z.optional(Files),
  /** A tag that names it. */
  tag: z.optional(z.string()),
});
export type Commit = z.output<typeof Commit>;

/** Branches by name, each with the branch or tag that it begins at. */
export const Branches = z.record(z.string(), z.string());

/** Tags by name: the branch or tag that they name, with a message where they have objects of their own. */
export const Tags = z.record(
  z.string(),
  z.union([
    z.string(),
    z.strictObject({
      of: z.string(),
      message: z.string(),
      tagger: z.optional(Author),
      date: z.optional(SeedTime),
    }),
  ]),
);

/** All of it together. */
export const History = z.strictObject({
  files: z.optional(Files),
  commits: z.optional(z.array(Commit)),
  branches: z.optional(Branches),
  tags: z.optional(Tags),
});
export type History = z.output<typeof History>;

/** A history that is being made, and who makes it where it doesn't say. */
export interface Growth {
  readonly store: GitStore;
  /** Names of commits and tags in full. They move as it grows. */
  readonly refs: Map<string, string>;
  readonly defaultBranch: string;
  readonly author: { readonly name: string; readonly email: string };
  /** Who a login is to git. */
  readonly person: (login: string, path: SeedPath) => { readonly name: string; readonly email: string };
  readonly at: (time: SeedTime | undefined) => string;
}

/** @throws SeedProblem on what git could not keep, and on names of nothing */
export function growHistory(growth: Growth, { files, commits, branches, tags }: History, path: SeedPath): void {
  if (files) growFiles(growth, files, [...path, "files"]);
  if (commits) growCommits(growth, commits, [...path, "commits"]);
  if (branches) growBranches(growth, branches, [...path, "branches"]);
  if (tags) growTags(growth, tags, [...path, "tags"]);
}

/** Files without a history: one commit on the default branch. */
export function growFiles(growth: Growth, files: Files, path: SeedPath): void {
  growCommit(growth, { message: "Initial commit", files }, path, path);
}

export function growCommits(growth: Growth, commits: readonly Commit[], path: SeedPath): void {
  for (const [index, commit] of commits.entries()) {
    growCommit(growth, commit, [...path, index], [...path, index, "files"]);
  }
}

export function growBranches({ store, refs }: Growth, branches: z.output<typeof Branches>, path: SeedPath): void {
  for (const [name, of] of Object.entries(branches)) {
    const at = [...path, name];
    refs.set(refName("heads", name, at), commitOf(store, refs, of, at));
  }
}

export function growTags(growth: Growth, tags: z.output<typeof Tags>, path: SeedPath): void {
  const { store, refs } = growth;
  for (const [name, tag] of Object.entries(tags)) {
    const at = [...path, name];
    const told = typeof tag === "string" ? { of: tag } : tag;
    const object = commitOf(store, refs, told.of, at);
    const annotated = "message" in told && {
      ...{ object, type: "commit" as const, name, message: told.message },
      tagger: signature(growth, told.tagger, growth.author, told.date, at),
    };
    refs.set(refName("tags", name, at), annotated ? writeTag(store, annotated) : object);
  }
}

function growCommit(growth: Growth, commit: Commit, path: SeedPath, filesPath: SeedPath): void {
  const { store, refs } = growth;
  const branch = refName("heads", commit.branch ?? growth.defaultBranch, [...path, "branch"]);
  const begin = commit.from === undefined ? undefined : commitOf(store, refs, commit.from, [...path, "from"]);
  const first = refs.get(branch) ?? begin;
  const parents = [
    ...(first === undefined ? [] : [first]),
    ...(commit.merges ?? []).map((name, index) => commitOf(store, refs, name, [...path, "merges", index])),
  ];
  const author = signature(growth, commit.author, growth.author, commit.date, path);
  const sha = makeCommit(store, parents, {
    changes: changesOf(store, parents[0], commit.files ?? {}, filesPath),
    message: commit.message,
    author,
    committer: signature(growth, commit.committer, author, commit.date, path),
  });
  refs.set(branch, sha);
  if (commit.tag !== undefined) refs.set(refName("tags", commit.tag, [...path, "tag"]), sha);
}

function refName(kind: "heads" | "tags", name: string, path: SeedPath): string {
  if (isRefName(name)) return `refs/${kind}/${name}`;
  throw new SeedProblem(path, `${JSON.stringify(name)} can't be the name of a branch or a tag`);
}

function commitOf(store: GitStore, refs: ReadonlyMap<string, string>, name: string, path: SeedPath): string {
  const sha = peelRef(store, name, (ref) => refs.get(ref));
  if (sha === undefined) throw new SeedProblem(path, `there is no branch or tag ${JSON.stringify(name)} by then`);
  return sha;
}

function signature(
  { person, at }: Growth,
  author: Author | undefined,
  otherwise: { readonly name: string; readonly email: string },
  time: SeedTime | undefined,
  path: SeedPath,
): Signature {
  const { name, email } = typeof author === "string" ? person(author, path) : (author ?? otherwise);
  // A time with a zone of its own keeps it.
  const signed = sign(name, email, time?.includes("T") ? time : at(time));
  if (signed) return signed;
  throw new SeedProblem(path, `git can't sign as ${JSON.stringify(name)} <${email}> at this time`);
}

/** Writes blobs, and says what is to lie where. */
function changesOf(store: GitStore, parent: string | undefined, files: Files, path: SeedPath): Map<string, Change> {
  const kept = Object.keys(files).filter((name) => files[name] !== null);
  for (const name of Object.keys(files)) {
    if (!isTreePath(name)) throw new SeedProblem([...path, name], "git keeps no file under such a path");
    const above = kept.find((other) => name.startsWith(`${other}/`));
    if (above !== undefined) throw new SeedProblem([...path, name], `${above} is a file, and can hold none`);
  }
  const changes = new Map(Object.entries(files).map(([name, file]) => [name, changeOf(store, file)]));
  const gitmodules = gitmodulesAfter(store, parent, files);
  if (gitmodules !== undefined && !changes.has(GITMODULES)) changes.set(GITMODULES, gitmodules);
  return changes;
}

function changeOf(store: GitStore, file: File): Change {
  if (file === null) return null;
  if (typeof file === "string") return changeOf(store, { text: file });
  if ("submodule" in file) return { mode: MODES.submodule, sha: file.sha };
  if ("symlink" in file) return { mode: MODES.symlink, sha: writeObject(store, "blob", Buffer.from(file.symlink)) };
  const mode = file.executable ? MODES.executable : MODES.file;
  return { mode, sha: writeObject(store, "blob", bytesOf(file)) };
}

function bytesOf(file: { text: string } | { base64: string } | { bytes: number }): Uint8Array {
  if ("text" in file) return Buffer.from(file.text);
  return "base64" in file ? Buffer.from(file.base64, "base64") : Buffer.alloc(file.bytes, "0123456789abcde\n");
}

/** `.gitmodules` follows the submodules that come and go; undefined where none does. */
function gitmodulesAfter(store: GitStore, parent: string | undefined, files: Files): Change | undefined {
  const tree = parent === undefined ? undefined : readCommit(store, parent).tree;
  const entry = tree === undefined ? undefined : findEntry(store, tree, [GITMODULES]);
  const object = entry && findObject(store, entry.sha);
  const known = readGitmodules(object?.type === "blob" ? Buffer.from(object.content).toString("utf8") : "");
  const links = new Map(known);
  for (const [path, file] of Object.entries(files)) {
    if (file !== null && typeof file === "object" && "submodule" in file) links.set(path, file.submodule);
    else links.delete(path);
  }
  if (links.size === known.size && [...links].every(([path, url]) => known.get(path) === url)) return undefined;
  if (links.size === 0) return null;
  const text = [...links].map(([path, url]) => writeGitmodule(path, url)).join("");
  return { mode: MODES.file, sha: writeObject(store, "blob", Buffer.from(text)) };
}
