import type { Page } from "playwright-core";
import type { Entry } from "../../extension/lists/entry.ts";

/**
 * URL of an account's lists page.
 * @param query filters and the like, for example `watch=watching`
 */
export function listsAddress(optionsUrl: string, webUrl: string, query = "", login = "alice"): string {
  const account = new URLSearchParams({ account: `${login} ${new URL(webUrl).origin}` });
  return `${optionsUrl.replace("options.html", "lists.html")}?${account}&${query}`;
}

const OWNERS = ["acme", "parts", "tools", "northwind", "lumen", "hazel-labs", "quux", "orbit", "mill", "ferry"];
const LANGUAGES = ["TypeScript", "Rust", "Go", "Python", "C", "Java", "Ruby", "Kotlin", "Zig", "Elixir", "Shell"];
const THINGS = [
  "parser",
  "router",
  "cache",
  "scheduler",
  "compiler",
  "renderer",
  "queue",
  "indexer",
  "proxy",
  "linter",
];
const KINDS = ["tiny", "fast", "typed", "async", "portable", "strict", "lazy", "secure", "modern", "plain"];
const DAY = 86_400_000;

/** Generates realistic entries, the same each time. */
export function generateEntries(account: string, count: number, now: number): Entry[] {
  return Array.from({ length: count }, (_, index): Entry => {
    // Pseudo-random but deterministic.
    const at = (step: number, of: number) => Math.floor((index * step) / 7) % of;
    const owner = OWNERS[Math.min(at(5, 10), at(3, 10))] ?? "acme";
    const [thing, kind] = [THINGS[at(11, 10)] ?? "", KINDS[at(4, 10)] ?? ""];
    const name = `${kind}-${thing}-${index + 1}`;
    const isStarred = at(9, 3) > 0;
    const watches = ["watching", "watching", "not-watching", "ignoring"] as const;
    return {
      account,
      id: 1000 + index,
      owner,
      name,
      key: `${owner}/${name}`,
      previousName: index % 61 === 60 ? `old/${name}` : null,
      description:
        index % 9 === 8
          ? null
          : `A ${kind} ${thing} for people who have more than one of them, with no strings attached`,
      language: index % 8 === 7 ? null : (LANGUAGES[Math.min(at(13, 11), at(6, 11))] ?? null),
      stars: (index * 7919) % 48_000,
      archived: index % 7 === 3,
      fork: index % 11 === 5,
      private: index % 13 === 6,
      pushedAt: index % 97 === 96 ? null : new Date(now - ((index * 37) % 2600) * DAY).toISOString(),
      starredAt: isStarred ? new Date(now - ((index * 17) % 1500) * DAY).toISOString() : null,
      starred: isStarred,
      starReason: null,
      watch: index % 53 === 52 ? null : (watches[at(2, 4)] ?? "watching"),
      watchReason: index % 53 === 52 ? { kind: "permission", detail: "Must have SSO." } : null,
      foundIn: ["starred"],
      lastSeenIn: {},
      starCheckedAt: now,
      watchCheckedAt: now,
      missing: index % 83 === 82 ? { kind: "not-found" } : null,
      revision: index + 1,
    };
  });
}

/** Writes to a store of the lists database from a page of the extension, as the worker does. */
export async function writeToStore(
  page: Page,
  store: "entries" | "gatherings" | "jobs" | "items",
  values: readonly object[],
) {
  await page.evaluate(
    ([store, values]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("forgehand-lists");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(store, "readwrite");
          for (const value of JSON.parse(values)) transaction.objectStore(store).put(value);
          transaction.onerror = () => reject(transaction.error);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    // As one string, because the browser driver takes seconds to transfer ten thousand objects.
    [store, JSON.stringify(values)] as const,
  );
}

export function finishedGathering(account: string, count: number, now: number) {
  return {
    account,
    state: "done",
    startedAt: now - 3_600_000,
    endedAt: now - 300_000,
    sources: [
      { source: "starred", state: "read", count, reason: null },
      { source: "watched", state: "read", count: 0, reason: null },
      { source: "repositories", state: "read", count: 12, reason: null },
      { source: "organizations", state: "read", count: 40, reason: null },
    ],
    checkAll: false,
    toCheck: count,
    checked: count,
    eta: null,
    waiting: null,
    watchUnavailable: null,
    reason: null,
  };
}
