import * as z from "zod/mini";
import { readCommit } from "../git/commit.ts";
import { makeCommit } from "../git/make-commit.ts";
import { isTreePath } from "../git/path.ts";
import { isRefName } from "../git/ref-name.ts";
import { peelRef } from "../git/resolve.ts";
import { createSignature, type Signature } from "../git/signature.ts";
import { GITMODULES_PATH, readGitmodules, writeGitmodule } from "../git/submodules.ts";
import { writeTag } from "../git/tag.ts";
import { FILE_MODES, findEntry, type TreeChange } from "../git/tree.ts";
import { findObject, type GitStore, writeObject } from "../state/git-store.ts";
import { sha } from "./fields.ts";
import { each, eachEntry, inside, SeedError, type SeedPath } from "./seed-error.ts";
import { SeedTime } from "./time.ts";

// Commit histories as plain data: of a seed's repository, or of a source to import.

const executable = () => z.optional(z.boolean());

/** A file: text, base64 content, generated content of a given size, a symlink or a submodule. Null deletes it. */
const FileContent = z.union([
  z.string(),
  z.null(),
  z.strictObject({ text: z.string(), executable: executable() }),
  z.strictObject({ base64: z.base64(), executable: executable() }),
  z.strictObject({ bytes: z.int().check(z.gte(0)), executable: executable() }),
  z.strictObject({ symlink: z.string().check(z.minLength(1)) }),
  z.strictObject({ submodule: z.string(), sha: sha() }),
]);
type FileContent = z.output<typeof FileContent>;

export const SeedFiles = z.record(z.string(), FileContent);
export type SeedFiles = z.output<typeof SeedFiles>;

/** A user by login, or any person by name and email. */
const CommitAuthor = z.union([z.string(), z.strictObject({ name: z.string(), email: z.string() })]);
type CommitAuthor = z.output<typeof CommitAuthor>;

export const SeedCommit = z.strictObject({
  /** The branch to commit to; the default branch if omitted. */
  branch: z.optional(z.string()),
  /**
   * Start point of a new branch: a branch or tag that exists at this point. If omitted, the branch starts without a
   * parent.
   */
  from: z.optional(z.string()),
  /** Further parents, which make it a merge commit. */
  merges: z.optional(z.array(z.string())),
  message: z.string(),
  author: z.optional(CommitAuthor),
  committer: z.optional(CommitAuthor),
  date: z.optional(SeedTime),
  /** Changes compared with the first parent. */
  files: z.optional(SeedFiles),
  /** Name of a tag to put on this commit. */
  tag: z.optional(z.string()),
});
export type SeedCommit = z.output<typeof SeedCommit>;

/** Start point (branch or tag) of each branch, by branch name. */
export const Branches = z.record(z.string(), z.string());

/** Target (branch or tag) of each tag, by tag name. A tag with a message becomes an annotated tag. */
export const Tags = z.record(
  z.string(),
  z.union([
    z.string(),
    z.strictObject({
      of: z.string(),
      message: z.string(),
      tagger: z.optional(CommitAuthor),
      date: z.optional(SeedTime),
    }),
  ]),
);

/** A complete history. */
export const CommitHistory = z.strictObject({
  files: z.optional(SeedFiles),
  commits: z.optional(z.array(SeedCommit)),
  branches: z.optional(Branches),
  tags: z.optional(Tags),
});
export type CommitHistory = z.output<typeof CommitHistory>;

/** A history under construction, with defaults for omitted fields. */
export interface HistoryContext {
  readonly store: GitStore;
  /** Commit ids by full ref name. Updated as the history grows. */
  readonly refs: Map<string, string>;
  readonly defaultBranch: string;
  readonly author: { readonly name: string; readonly email: string };
  /** Returns the git identity of a login. */
  readonly identityOf: (login: string) => { readonly name: string; readonly email: string };
  readonly toTimestamp: (time: SeedTime | undefined) => string;
}

/**
 * Adds files, commits, branches and tags, in this order.
 * @throws SeedError if git cannot store it, or if a name does not exist
 */
export function addHistory(context: HistoryContext, { files, commits, branches, tags }: CommitHistory): void {
  if (files) inside(["files"], () => addFiles(context, files));
  if (commits) inside(["commits"], () => addCommits(context, commits));
  if (branches) inside(["branches"], () => addBranches(context, branches));
  if (tags) inside(["tags"], () => addTags(context, tags));
}

/** Adds files as one commit on the default branch. */
export function addFiles(context: HistoryContext, files: SeedFiles): void {
  addCommit(context, { message: "Initial commit" }, (parent) => changesOf(context.store, parent, files));
}

export function addCommits(context: HistoryContext, commits: readonly SeedCommit[]): void {
  each([], commits, (commit) =>
    addCommit(context, commit, (parent) =>
      inside(["files"], () => changesOf(context.store, parent, commit.files ?? {})),
    ),
  );
}

export function addBranches({ store, refs }: HistoryContext, branches: z.output<typeof Branches>): void {
  eachEntry([], branches, (name, startPoint) => refs.set(toRefName("heads", name), commitOf(store, refs, startPoint)));
}

export function addTags(context: HistoryContext, tags: z.output<typeof Tags>): void {
  const { store, refs } = context;
  eachEntry([], tags, (name, tag) => {
    const input = typeof tag === "string" ? { of: tag } : tag;
    const object = commitOf(store, refs, input.of);
    const annotated = "message" in input && {
      object,
      type: "commit" as const,
      name,
      message: input.message,
      tagger: signature(context, input.tagger, context.author, input.date),
    };
    refs.set(toRefName("tags", name), annotated ? writeTag(store, annotated) : object);
  });
}

/** @param readChanges returns the changes compared with the first parent */
function addCommit(
  context: HistoryContext,
  commit: SeedCommit,
  readChanges: (parent: string | undefined) => Map<string, TreeChange>,
): void {
  const { store, refs } = context;
  const branch = toRefName("heads", commit.branch ?? context.defaultBranch, "branch");
  const start = commit.from === undefined ? undefined : commitOf(store, refs, commit.from, "from");
  const first = refs.get(branch) ?? start;
  const merged = each(["merges"], commit.merges ?? [], (name) => commitOf(store, refs, name));
  const author = signature(context, commit.author, context.author, commit.date);
  const sha = makeCommit(store, first === undefined ? merged : [first, ...merged], {
    changes: readChanges(first ?? merged[0]),
    message: commit.message,
    author,
    committer: signature(context, commit.committer, author, commit.date),
  });
  refs.set(branch, sha);
  if (commit.tag !== undefined) refs.set(toRefName("tags", commit.tag, "tag"), sha);
}

function toRefName(kind: "heads" | "tags", name: string, ...path: SeedPath): string {
  if (isRefName(name)) return `refs/${kind}/${name}`;
  throw new SeedError(path, `must be a valid branch or tag name, got ${JSON.stringify(name)}`);
}

function commitOf(store: GitStore, refs: ReadonlyMap<string, string>, name: string, ...path: SeedPath): string {
  const sha = peelRef(store, name, (ref) => refs.get(ref));
  if (sha !== undefined) return sha;
  throw new SeedError(path, `must name a branch or tag that exists at this point, got ${JSON.stringify(name)}`);
}

function signature(
  { identityOf, toTimestamp }: HistoryContext,
  author: CommitAuthor | undefined,
  fallback: { readonly name: string; readonly email: string },
  time: SeedTime | undefined,
): Signature {
  const { name, email } = typeof author === "string" ? identityOf(author) : (author ?? fallback);
  // A time with an explicit zone keeps the zone.
  const signed = createSignature(name, email, time?.includes("T") ? time : toTimestamp(time));
  if (signed) return signed;
  const got = `${JSON.stringify(name)} <${email}>`;
  throw new SeedError([], `must have an author, a committer and a date that git accepts, got ${got}`);
}

/** Writes the blobs and returns the changes by path. */
function changesOf(store: GitStore, parent: string | undefined, files: SeedFiles): Map<string, TreeChange> {
  const written = Object.keys(files).filter((name) => files[name] !== null);
  for (const name of Object.keys(files)) {
    if (!isTreePath(name)) throw new SeedError([name], "must be a file path that git accepts");
    const parentFile = written.find((other) => name.startsWith(`${other}/`));
    if (parentFile !== undefined) throw new SeedError([name], `${parentFile} is a file, so no path can be inside it`);
  }
  const changes = new Map(Object.entries(files).map(([name, file]) => [name, changeOf(store, file)]));
  const gitmodules = gitmodulesAfter(store, parent, files);
  if (gitmodules !== undefined && !changes.has(GITMODULES_PATH)) changes.set(GITMODULES_PATH, gitmodules);
  return changes;
}

function changeOf(store: GitStore, file: FileContent): TreeChange {
  if (file === null) return null;
  if (typeof file === "string") return changeOf(store, { text: file });
  if ("submodule" in file) return { mode: FILE_MODES.submodule, sha: file.sha };
  if ("symlink" in file)
    return { mode: FILE_MODES.symlink, sha: writeObject(store, "blob", Buffer.from(file.symlink)) };
  const mode = file.executable ? FILE_MODES.executable : FILE_MODES.file;
  return { mode, sha: writeObject(store, "blob", bytesOf(file)) };
}

function bytesOf(file: { text: string } | { base64: string } | { bytes: number }): Uint8Array {
  if ("text" in file) return Buffer.from(file.text);
  return "base64" in file ? Buffer.from(file.base64, "base64") : Buffer.alloc(file.bytes, "0123456789abcde\n");
}

/** Returns the updated `.gitmodules`, or undefined if no submodule was added or removed. */
function gitmodulesAfter(store: GitStore, parent: string | undefined, files: SeedFiles): TreeChange | undefined {
  const tree = parent === undefined ? undefined : readCommit(store, parent).tree;
  const entry = tree === undefined ? undefined : findEntry(store, tree, [GITMODULES_PATH]);
  const object = entry && findObject(store, entry.sha);
  const before = readGitmodules(object?.type === "blob" ? Buffer.from(object.content).toString("utf8") : "");
  const after = new Map(before);
  for (const [path, file] of Object.entries(files)) {
    if (file !== null && typeof file === "object" && "submodule" in file) after.set(path, file.submodule);
    else after.delete(path);
  }
  if (after.size === before.size && [...after].every(([path, url]) => before.get(path) === url)) return undefined;
  if (after.size === 0) return null;
  const text = [...after].map(([path, url]) => writeGitmodule(path, url)).join("");
  return { mode: FILE_MODES.file, sha: writeObject(store, "blob", Buffer.from(text)) };
}
