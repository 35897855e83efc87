import { findObjectHeader, findRef, type GitStore } from "../state/git-store.ts";
import { listFetchableRefs } from "./advertised-refs.ts";
import type { GitCall } from "./authorize-git.ts";
import type { FetchRequest } from "./fetch-request.ts";
import { type CommitReader, createCommitReader, tagChain } from "./object-links.ts";
import { encodePacket, GitProtocolError } from "./packet-line.ts";
import { selectObjects } from "./select-objects.ts";
import { type DepthRequest, limitsDepth, moveBoundary } from "./shallow-boundary.ts";

/** A valid request for objects of one repository. */
export interface FetchPlan {
  readonly store: GitStore;
  /** Changes of the client's boundary, as packets; undefined if the request has no limit of the depth. */
  readonly boundaryPackets: readonly Uint8Array[] | undefined;
  /** Returns whether every wanted commit has one of the common ones among its ancestors. */
  isConnectedTo(common: ReadonlySet<string>): boolean;
  /** Returns the ids of the objects that a client lacks that has the common ones. */
  select(common: ReadonlySet<string>): string[];
}

/** @throws GitProtocolError on wanted objects or excluded refs that don't exist */
export function planFetch({ context, repository }: GitCall, request: FetchRequest): FetchPlan {
  const { db } = context;
  const store = { db, repositoryId: repository.id };
  const { wants, options } = request;
  const missing = wants.find((sha) => !findObjectHeader(store, sha));
  if (missing !== undefined) throw new GitProtocolError(`upload-pack: not our ref ${missing}`);
  const readCommit = createCommitReader(store);
  const wantedCommits = commitsOf(store, wants);
  const isCommit = (sha: string) => findObjectHeader(store, sha)?.type === "commit";
  const clientBoundary = new Set([...request.shallow].filter(isCommit));
  const depth: DepthRequest = {
    depth: request.depth,
    isRelative: options.has("deepen-relative"),
    since: request.since,
    excluded: commitsOf(
      store,
      request.excludedRefs.map((name) => resolveRef(store, name)),
    ),
  };
  const boundary = moveBoundary(readCommit, wantedCommits, clientBoundary, depth);
  const changes = [
    ...boundary.added.map((sha) => `shallow ${sha}\n`),
    ...boundary.removed.map((sha) => `unshallow ${sha}\n`),
  ];
  return {
    store,
    boundaryPackets: limitsDepth(depth) ? changes.map(encodePacket) : undefined,
    isConnectedTo: createConnectionCheck(readCommit, wantedCommits),
    select(common) {
      const tags = options.has("include-tag") ? listFetchableRefs(context, repository, ["refs/tags/"]) : [];
      const ends = { clientBoundary, boundary: boundary.commits, tags: tags.map(({ sha }) => sha) };
      return selectObjects(store, readCommit, { wants, haves: [...common], ...ends });
    },
  };
}

/** Returns the commits that objects stand for. */
function commitsOf(store: GitStore, shas: readonly string[]): string[] {
  return shas.flatMap((sha) => tagChain(store, sha).flatMap((link) => (link.type === "commit" ? [link.sha] : [])));
}

function resolveRef(store: GitStore, name: string): string {
  const sha = [name, `refs/heads/${name}`, `refs/tags/${name}`].flatMap((full) => findRef(store, full) ?? [])[0];
  if (sha === undefined) throw new GitProtocolError(`git upload-pack: deepen-not is not a ref: ${name}`);
  return sha;
}

/** The set of common commits only grows, so the history is only traversed after it has. */
function createConnectionCheck(readCommit: CommitReader, wants: readonly string[]): FetchPlan["isConnectedTo"] {
  let checkedSize = 0;
  let unconnected = [...wants];
  return (common) => {
    if (common.size === checkedSize) return checkedSize > 0 && unconnected.length === 0;
    checkedSize = common.size;
    unconnected = unconnected.filter((want) => !reaches(readCommit, want, common));
    return unconnected.length === 0;
  };
}

function reaches(readCommit: CommitReader, start: string, targets: ReadonlySet<string>): boolean {
  const visited = new Set([start]);
  for (const sha of visited) {
    if (targets.has(sha)) return true;
    for (const parent of readCommit(sha).parents) visited.add(parent);
  }
  return false;
}
