import { type Client, isForgeError, isNotFoundError, isPermissionError } from "@forgehand/core";
import type { Missing, Reading } from "./suggestion.ts";

/** A repository, by its name. */
export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/** A pull request, as calls name it. */
export interface Pull extends RepositoryName {
  readonly pull_number: number;
}

/** Milliseconds for which what is known of a repository serves its other pull requests too. */
const REMEMBERED = 5 * 60_000;

/** Has something of a repository read once in a while for each account. What failed is read again. */
export function remembering<T>(
  read: (client: Client, repository: RepositoryName) => Promise<T>,
): (client: Client, repository: RepositoryName) => Promise<T> {
  const memories = new WeakMap<Client, Map<string, { readonly at: number; readonly reading: Promise<T> }>>();
  return (client, { owner, repo }) => {
    const memory = memories.get(client) ?? new Map();
    memories.set(client, memory);
    const name = `${owner}/${repo}`.toLowerCase();
    const now = Date.now();
    const known = memory.get(name);
    // What seems to come from later is no better than what is old: somebody has set the clock.
    if (known && Math.abs(now - known.at) < REMEMBERED) return known.reading;
    const reading = read(client, { owner, repo });
    memory.set(name, { at: now, reading });
    reading.catch(() => memory.delete(name));
    return reading;
  };
}

/** Reads what others can do without: where the service refuses, nothing is found, and that is told. */
export async function readOr<T>(
  what: Missing["what"],
  nothing: T,
  read: () => Promise<Reading<T>>,
): Promise<Reading<T>> {
  try {
    return await read();
  } catch (error) {
    if (!isForgeError(error)) throw error;
    const refused = isPermissionError(error) || isNotFoundError(error);
    return { value: nothing, missing: [{ what, why: refused ? "refused" : "failed" }] };
  }
}

/** The items of a list's first pages, of a hundred each; what lies behind them is told. */
export async function firstOf<T>(
  what: Missing["what"],
  pages: number,
  items: AsyncIterable<T>,
): Promise<Reading<readonly T[]>> {
  const value: T[] = [];
  for await (const item of items) value.push(item);
  const most = pages * 100;
  return { value, missing: value.length < most ? [] : [{ what, why: "first", count: most }] };
}
