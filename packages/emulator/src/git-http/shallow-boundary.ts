import type { CommitReader } from "./object-links.ts";
import { GitProtocolError } from "./packet-line.ts";

/** The depth of the history that a client requests. */
export interface DepthRequest {
  /** Number of commits from each wanted one. */
  readonly depth: number | undefined;
  /** Whether the depth counts from the client's current boundary. */
  readonly isRelative: boolean;
  /** Seconds since 1970; older commits are not wanted. */
  readonly since: number | undefined;
  /** Commits that are not wanted, with their ancestors. */
  readonly excluded: readonly string[];
}

/** Commits whose parents the client lacks. */
interface ShallowBoundary {
  readonly commits: ReadonlySet<string>;
  /** Commits that become part of the boundary, and those that no longer are. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Depth that stands for the whole history. */
const INFINITE_DEPTH = 0x7fffffff;

/** Whether a request limits the depth. Without a limit, the client's boundary stays as it is. */
export function limitsDepth({ depth, since, excluded }: DepthRequest): boolean {
  return depth !== undefined || since !== undefined || excluded.length > 0;
}

/**
 * Computes the boundary of a client's history after a fetch.
 * @param wants the wanted commits
 * @param before the client's boundary
 * @throws GitProtocolError if the limits exclude every commit
 */
export function moveBoundary(
  readCommit: CommitReader,
  wants: readonly string[],
  before: ReadonlySet<string>,
  request: DepthRequest,
): ShallowBoundary {
  if (!limitsDepth(request)) return { commits: before, added: [], removed: [] };
  const { visited, boundary } =
    request.depth === undefined
      ? selectCommits(readCommit, wants, request)
      : countDepth(readCommit, wants, before, request.depth, request.isRelative);
  const removed = [...before].filter((sha) => visited.has(sha) && !boundary.has(sha));
  const kept = [...before].filter((sha) => !removed.includes(sha));
  return {
    commits: new Set([...kept, ...boundary]),
    added: [...boundary].filter((sha) => !before.has(sha)),
    removed,
  };
}

interface LimitedHistory {
  readonly visited: ReadonlySet<string>;
  readonly boundary: ReadonlySet<string>;
}

function countDepth(
  readCommit: CommitReader,
  wants: readonly string[],
  before: ReadonlySet<string>,
  depth: number,
  isRelative: boolean,
): LimitedHistory {
  const starts = isRelative ? [...historyOf(readCommit, wants)].filter((sha) => before.has(sha)) : wants;
  const limit = isRelative ? depth + 1 : depth;
  const visited = new Set<string>();
  const boundary = new Set<string>();
  let level = new Set(starts);
  for (let distance = 1; level.size > 0; distance++) {
    const next = new Set<string>();
    for (const sha of level) {
      visited.add(sha);
      const { parents } = readCommit(sha);
      if (distance === limit && limit < INFINITE_DEPTH && parents.length > 0) boundary.add(sha);
      else for (const parent of parents) next.add(parent);
    }
    level = new Set([...next].filter((sha) => !visited.has(sha)));
  }
  return { visited, boundary };
}

function selectCommits(
  readCommit: CommitReader,
  wants: readonly string[],
  { since = 0, excluded }: DepthRequest,
): LimitedHistory {
  const hidden = historyOf(readCommit, excluded);
  const isSelected = (sha: string) => !hidden.has(sha) && readCommit(sha).seconds >= since;
  const visited = historyOf(readCommit, wants.filter(isSelected), isSelected);
  if (visited.size === 0) throw new GitProtocolError("no commits selected for shallow requests");
  const boundary = [...visited].filter((sha) => readCommit(sha).parents.some((parent) => !visited.has(parent)));
  return { visited, boundary: new Set(boundary) };
}

/** Returns commits with those of their ancestors that are reached through included ones only. */
function historyOf(
  readCommit: CommitReader,
  starts: Iterable<string>,
  isIncluded: (sha: string) => boolean = () => true,
): Set<string> {
  const found = new Set(starts);
  for (const sha of found) {
    for (const parent of readCommit(sha).parents) if (isIncluded(parent)) found.add(parent);
  }
  return found;
}
