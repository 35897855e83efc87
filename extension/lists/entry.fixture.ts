import type { Entry } from "./entry.ts";

/** Creates an entry of a repository that is neither starred nor watched, with optional overrides. */
export function entry(fullName: string, overrides: Partial<Entry> = {}): Entry {
  const [owner = "", name = ""] = fullName.split("/");
  return {
    account: "dora https://forge.test",
    id: 1,
    owner,
    name,
    key: fullName.toLowerCase(),
    previousName: null,
    description: null,
    language: null,
    stars: 0,
    archived: false,
    fork: false,
    private: false,
    pushedAt: null,
    starred: false,
    starReason: null,
    starredAt: null,
    starCheckedAt: 1,
    watch: "not-watching",
    watchReason: null,
    watchCheckedAt: 1,
    foundIn: ["repositories"],
    lastSeenIn: {},
    missing: null,
    revision: 1,
    ...overrides,
  };
}
