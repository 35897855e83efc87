import { FILE_MODES } from "../git/tree.ts";
import { findObject, type GitStore, type ObjectType } from "../state/git-store.ts";

// References from objects to others, read without decoding the rest.

/** A reference of an object to another one. */
interface ObjectLink {
  readonly sha: string;
  readonly type: ObjectType;
}

/** The parts of a commit that connect it to the history. */
interface CommitLinks {
  readonly tree: string;
  readonly parents: readonly string[];
  /** Time of the committer in seconds since 1970. */
  readonly seconds: number;
}

function readCommitLinks(content: Uint8Array): CommitLinks {
  const text = headerOf(content);
  return {
    tree: /^tree (.*)$/m.exec(text)?.[1] ?? "",
    parents: Array.from(text.matchAll(/^parent (.*)$/gm), ([, sha = ""]) => sha),
    seconds: Number(/^committer .*> (\d+) [+-]\d{4}$/m.exec(text)?.[1] ?? 0),
  };
}

function readTagLink(content: Uint8Array): ObjectLink {
  const [, sha = "", type = ""] = /^object (.*)\ntype (.*)$/m.exec(headerOf(content)) ?? [];
  return { sha, type: type === "blob" || type === "tree" || type === "tag" ? type : "commit" };
}

/** Returns the headers of a commit or tag. */
function headerOf(content: Uint8Array): string {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const end = bytes.indexOf("\n\n");
  return bytes.toString("latin1", 0, end < 0 ? bytes.length : end);
}

/** Returns the trees and blobs in a tree; commits of submodules are in other repositories. */
export function readTreeLinks(content: Uint8Array): ObjectLink[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const links: ObjectLink[] = [];
  for (let at = 0; at < bytes.length; ) {
    const mode = bytes.toString("latin1", at, bytes.indexOf(" ", at));
    const end = bytes.indexOf(0, at);
    at = end + 21;
    if (mode === FILE_MODES.submodule) continue;
    links.push({ sha: bytes.toString("hex", end + 1, at), type: mode === FILE_MODES.tree ? "tree" : "blob" });
  }
  return links;
}

/** Returns everything that an object refers to. */
export function linksOf(type: ObjectType, content: Uint8Array): ObjectLink[] {
  switch (type) {
    case "blob":
      return [];
    case "tree":
      return readTreeLinks(content);
    case "tag":
      return [readTagLink(content)];
    case "commit": {
      const { tree, parents } = readCommitLinks(content);
      return [{ sha: tree, type: "tree" }, ...parents.map((sha): ObjectLink => ({ sha, type: "commit" }))];
    }
  }
}

/** Returns the objects that a tag stands for, from the object itself to the one that isn't a tag. */
export function tagChain(store: GitStore, sha: string): ObjectLink[] {
  const object = findObject(store, sha);
  if (!object) return [];
  const link: ObjectLink = { sha, type: object.type };
  return object.type === "tag" ? [link, ...tagChain(store, readTagLink(object.content).sha)] : [link];
}

/** Reads the commits of a repository, each once. */
export type CommitReader = (sha: string) => CommitLinks;

export function createCommitReader(store: GitStore): CommitReader {
  const commits = new Map<string, CommitLinks>();
  return (sha) => {
    const before = commits.get(sha);
    if (before) return before;
    const object = findObject(store, sha);
    if (object?.type !== "commit") throw new Error(`Commit ${sha} doesn't exist.`);
    const links = readCommitLinks(object.content);
    commits.set(sha, links);
    return links;
  };
}
