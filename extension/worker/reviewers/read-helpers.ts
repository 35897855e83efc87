import { type Client, isForgeError, isNotFoundError, isPermissionError } from "@forgehand/core";
import type { MissingPart, PartialResult } from "./suggestion.ts";

export interface RepositoryRef {
  readonly owner: string;
  readonly repo: string;
}

/** A pull request, as in the parameters of operations. */
export interface PullRequestRef extends RepositoryRef {
  readonly pull_number: number;
}

/** Time for which a repository's data is reused for its other pull requests, in milliseconds. */
const MAX_AGE = 5 * 60_000;

/** Caches a read per client and repository. Failures are not cached. */
export function cachePerClient<T>(
  read: (client: Client, repository: RepositoryRef) => Promise<T>,
): (client: Client, repository: RepositoryRef) => Promise<T> {
  const caches = new WeakMap<Client, Map<string, { readonly at: number; readonly pending: Promise<T> }>>();
  return (client, { owner, repo }) => {
    const cache = caches.get(client) ?? new Map();
    caches.set(client, cache);
    const key = `${owner}/${repo}`.toLowerCase();
    const now = performance.now();
    const cached = cache.get(key);
    if (cached && now - cached.at < MAX_AGE) return cached.pending;
    const pending = read(client, { owner, repo });
    cache.set(key, { at: now, pending });
    pending.catch(() => cache.delete(key));
    return pending;
  };
}

/** Reads an optional part. If the service refuses or fails, it is empty and reported as missing. */
export async function readOrEmpty<T>(
  part: MissingPart["part"],
  empty: T,
  read: () => Promise<PartialResult<T>>,
): Promise<PartialResult<T>> {
  try {
    return await read();
  } catch (error) {
    if (!isForgeError(error)) throw error;
    const refused = isPermissionError(error) || isNotFoundError(error);
    return { value: empty, missing: [{ part, reason: refused ? "refused" : "failed" }] };
  }
}

/** Collects the items of a list's first pages with 100 items each, and reports if there may be more. */
export async function collectPages<T>(
  part: MissingPart["part"],
  pages: number,
  items: AsyncIterable<T>,
): Promise<PartialResult<readonly T[]>> {
  const value: T[] = [];
  for await (const item of items) value.push(item);
  const limit = pages * 100;
  return { value, missing: value.length < limit ? [] : [{ part, reason: "first", count: limit }] };
}
