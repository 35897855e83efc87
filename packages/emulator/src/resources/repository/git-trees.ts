import { createTree } from "@forgehand/core/operations";
import { isTreePath, segmentsOf } from "../../git/path.ts";
import {
  changeTree,
  encodeTree,
  FILE_MODES,
  type FileMode,
  findEntry,
  readTree,
  type TreeChange,
} from "../../git/tree.ts";
import { repositoryHandler } from "../../http/handler.ts";
import { HttpError } from "../../http-error.ts";
import { entryType, renderGitTree } from "../../objects/git-object.ts";
import { findObjectHeader, type GitStore, writeObject } from "../../state/git-store.ts";
import { requireHistory } from "../shared/repository-history.ts";

export const gitTrees = [
  repositoryHandler(createTree, ({ tree, base_tree }, call) => {
    const store = requireHistory(call);
    if (tree.length === 0) throw new HttpError(422, "Invalid tree info");
    if (base_tree !== undefined && findObjectHeader(store, base_tree)?.type !== "tree")
      throw new HttpError(422, "base_tree is not a valid tree oid");
    const changes = new Map(tree.map((entry) => changeOf(store, base_tree, entry)));
    const sha = changeTree(store, base_tree, changes) ?? writeObject(store, "tree", encodeTree([]));
    const entries = readTree(store, sha).map((entry) => [entry.name, entry] as const);
    return renderGitTree(call.context, call.repository, store, sha, entries);
  }),
];

interface TreeEntryInput {
  readonly path?: string | undefined;
  readonly mode?: string | undefined;
  readonly type?: string | undefined;
  readonly sha?: string | null | undefined;
  readonly content?: string | undefined;
}

const MODES: ReadonlyMap<string, FileMode> = new Map(
  Object.values(FILE_MODES).map((mode) => [mode.padStart(6, "0"), mode]),
);

/**
 * Returns the change of a path, and stores the content of a new file.
 * @throws HttpError 422
 */
function changeOf(
  store: GitStore,
  base: string | undefined,
  { path, mode: modeInput, type, sha, content }: TreeEntryInput,
): [path: string, change: TreeChange] {
  if (path === undefined || path === "") throw new HttpError(422, "Must supply tree.path");
  if (!isTreePath(path)) throw new HttpError(422, "tree.path contains a malformed path component");
  if (sha === null) {
    const existing = base === undefined ? undefined : findEntry(store, base, segmentsOf(path));
    if (!existing) throw new HttpError(422, "GitRPC::BadObjectState");
    return [path, null];
  }
  const mode = MODES.get(modeInput ?? "");
  if (mode === undefined) throw new HttpError(422, "Must supply a valid tree.mode");
  const expected = entryType({ mode });
  if (type !== undefined && type !== expected)
    throw new HttpError(422, `tree.type ${type} doesn't match tree.mode ${modeInput}`);
  if ((sha === undefined) === (content === undefined))
    throw new HttpError(422, "Must supply either tree.sha or tree.content");
  if (sha === undefined) {
    if (expected !== "blob") throw new HttpError(422, "tree.content is only valid for blobs");
    return [path, { mode, sha: writeObject(store, "blob", Buffer.from(content ?? "")) }];
  }
  // The commits of submodules are in other repositories.
  if (expected !== "commit" && findObjectHeader(store, sha)?.type !== expected)
    throw new HttpError(422, `tree.sha ${sha} is not a valid ${expected}`);
  return [path, { mode, sha }];
}
