import type { EmulatorContext } from "../emulator-context.ts";
import { signatureTime } from "../git/signature.ts";
import { decodeTag } from "../git/tag.ts";
import { FILE_MODES, type TreeEntry } from "../git/tree.ts";
import {
  findObjectHeader,
  type GitObject,
  type GitStore,
  type ObjectType,
  objectSizes,
  type Ref,
} from "../state/git-store.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { encodeBase64Lines, encodePath } from "./content.ts";
import { nodeId } from "./user.ts";

const gitUrl = ({ db, apiUrl }: EmulatorContext, repository: Repository) =>
  `${apiUrl}/repos/${fullNameOf(db, repository)}/git`;

/** Returns the address of an object in the API. */
export const gitObjectUrl = (context: EmulatorContext, repository: Repository, type: ObjectType, sha: string) =>
  `${gitUrl(context, repository)}/${type}s/${sha}`;

/** Renders a ref with the object that it points to. */
export function renderGitRef(context: EmulatorContext, repository: Repository, store: GitStore, { name, sha }: Ref) {
  const type = findObjectHeader(store, sha)?.type ?? "commit";
  return {
    ref: name,
    node_id: nodeId("Ref", `${repository.id}:${name}`),
    url: `${gitUrl(context, repository)}/${encodePath(name)}`,
    object: { sha, type, url: gitObjectUrl(context, repository, type, sha) },
  };
}

/** Renders a blob with its content in base64. */
export function renderGitBlob(context: EmulatorContext, repository: Repository, { sha, size, content }: GitObject) {
  return {
    sha,
    node_id: nodeId("Blob", `${repository.id}:${sha}`),
    size,
    url: gitObjectUrl(context, repository, "blob", sha),
    content: encodeBase64Lines(content),
    encoding: "base64",
  };
}

/** Renders an annotated tag. */
export function renderGitTag(context: EmulatorContext, repository: Repository, { sha, content }: GitObject) {
  const { name, tagger, message, object, type } = decodeTag(content);
  return {
    node_id: nodeId("Tag", `${repository.id}:${sha}`),
    sha,
    url: gitObjectUrl(context, repository, "tag", sha),
    tagger: { name: tagger.name, email: tagger.email, date: signatureTime(tagger) },
    object: { sha: object, type, url: gitObjectUrl(context, repository, type, object) },
    tag: name,
    message,
    verification: { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null },
  };
}

/** Maximum numbers of entries and of bytes of their names in a response, as documented. */
const MAX_ENTRIES = 100_000;
const MAX_BYTES = 7 * 1024 * 1024;

/**
 * Renders a tree.
 * @param entries the entries by path: those of the tree, or also those of its subtrees
 */
export function renderGitTree(
  context: EmulatorContext,
  repository: Repository,
  store: GitStore,
  sha: string,
  entries: Iterable<readonly [path: string, entry: TreeEntry]>,
) {
  const { shown, truncated } = limitEntries(entries);
  const sizes = objectSizes(
    store,
    shown.map(([, entry]) => entry.sha),
  );
  return {
    sha,
    url: gitObjectUrl(context, repository, "tree", sha),
    tree: shown.map(([path, entry]) => {
      const type = entryType(entry);
      const common = { path, mode: entry.mode.padStart(6, "0"), type, sha: entry.sha };
      // Submodules are commits of other repositories.
      if (type === "commit") return common;
      const url = gitObjectUrl(context, repository, type, entry.sha);
      return type === "blob" ? { ...common, size: sizes.get(entry.sha) ?? 0, url } : { ...common, url };
    }),
    truncated,
  };
}

function limitEntries(entries: Iterable<readonly [path: string, entry: TreeEntry]>) {
  const shown: (readonly [path: string, entry: TreeEntry])[] = [];
  let size = 0;
  for (const item of entries) {
    size += Buffer.byteLength(item[0]);
    if (shown.length === MAX_ENTRIES || size > MAX_BYTES) return { shown, truncated: true };
    shown.push(item);
  }
  return { shown, truncated: false };
}

/** Returns the type of the object that an entry of a tree refers to. */
export function entryType({ mode }: Pick<TreeEntry, "mode">): "blob" | "tree" | "commit" {
  if (mode === FILE_MODES.tree) return "tree";
  return mode === FILE_MODES.submodule ? "commit" : "blob";
}
