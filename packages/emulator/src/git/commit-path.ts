import type { GitStore } from "../state/git-store.ts";
import { resolveCommit } from "./resolve.ts";

/** Maximum depth of an address, because each of its beginnings could be a ref. */
const MAX_SEGMENTS = 200;

/** A path at a branch, a tag or a commit. */
export interface CommitPath {
  readonly ref: string;
  readonly commit: string;
  readonly path: readonly string[];
}

/** Splits an address into a ref and a path. The longest existing ref name wins. */
export function parseCommitPath(store: GitStore, address: string): CommitPath | undefined {
  const segments = address.split("/").filter((segment) => segment !== "");
  if (segments.length > MAX_SEGMENTS) return undefined;
  for (let length = segments.length; length > 0; length--) {
    const ref = segments.slice(0, length).join("/");
    const commit = resolveCommit(store, ref);
    if (commit !== undefined) return { ref, commit, path: segments.slice(length) };
  }
  return undefined;
}
