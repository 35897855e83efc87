import { findObject, findObjectHeader, type GitStore } from "../state/git-store.ts";
import { type CommitReader, readTreeLinks, tagChain } from "./object-links.ts";

/** The objects that a client wants and has. */
interface FetchSelection {
  readonly wants: readonly string[];
  /** Objects that both sides have. */
  readonly haves: readonly string[];
  /** Commits whose parents the client lacks, before and after the fetch. */
  readonly clientBoundary: ReadonlySet<string>;
  readonly boundary: ReadonlySet<string>;
  /** Annotated tags to include if their commits are sent. */
  readonly tags: readonly string[];
}

/** Returns the ids of all objects that a client lacks, commits first. */
export function selectObjects(
  store: GitStore,
  readCommit: CommitReader,
  { wants, haves, clientBoundary, boundary, tags }: FetchSelection,
): string[] {
  const wantedChains = wants.map((sha) => tagChain(store, sha));
  const ownedCommits = within(readCommit, commitsAmong(store, haves), clientBoundary);
  const wantedCommits = within(
    readCommit,
    wantedChains.flatMap((chain) => chain.filter(({ type }) => type === "commit").map(({ sha }) => sha)),
    boundary,
  );
  const commits = [...wantedCommits].filter((sha) => !ownedCommits.has(sha));
  const ownedTrees = new Set<string>();
  const edges = new Set([
    ...commitsAmong(store, haves),
    ...commits.flatMap((sha) => readCommit(sha).parents.filter((parent) => ownedCommits.has(parent))),
  ]);
  for (const sha of edges) collectTree(store, readCommit(sha).tree, "tree", ownedTrees);
  const owned = new Set([...haves, ...ownedTrees]);
  const contents = new Set<string>();
  for (const sha of commits) collectTree(store, readCommit(sha).tree, "tree", contents, owned);
  const tagObjects = new Set<string>();
  for (const { sha, type } of wantedChains.flat()) {
    if (type === "tag") tagObjects.add(sha);
    else if (type !== "commit") collectTree(store, sha, type, contents, owned);
  }
  const sent = new Set(commits);
  for (const tag of tags) {
    const chain = tagChain(store, tag);
    if (!sent.has(chain.at(-1)?.sha ?? "")) continue;
    for (const { sha, type } of chain) if (type === "tag") tagObjects.add(sha);
  }
  return [...commits, ...[...tagObjects].filter((sha) => !owned.has(sha)), ...contents];
}

/** Returns the commits that objects stand for. */
function commitsAmong(store: GitStore, shas: readonly string[]): string[] {
  return shas.filter((sha) => findObjectHeader(store, sha)?.type === "commit");
}

/** Returns commits with their ancestors up to a boundary. */
function within(readCommit: CommitReader, starts: readonly string[], boundary: ReadonlySet<string>): Set<string> {
  const found = new Set(starts);
  for (const sha of found) {
    if (!boundary.has(sha)) for (const parent of readCommit(sha).parents) found.add(parent);
  }
  return found;
}

/** Adds a tree or blob with everything below it to a set, without what is owned. */
function collectTree(
  store: GitStore,
  root: string,
  rootType: "tree" | "blob",
  into: Set<string>,
  owned: ReadonlySet<string> = new Set(),
): void {
  const pending = [{ sha: root, isTree: rootType === "tree" }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { sha, isTree } = next;
    if (into.has(sha) || owned.has(sha)) continue;
    into.add(sha);
    if (!isTree) continue;
    const content = findObject(store, sha)?.content ?? new Uint8Array();
    for (const link of readTreeLinks(content)) pending.push({ sha: link.sha, isTree: link.type === "tree" });
  }
}
