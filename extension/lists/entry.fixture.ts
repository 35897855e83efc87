import type { Entry } from "./entry.ts";

/** An entry of a repository that nobody stars or watches, but for what is said otherwise. */
export function entry(fullName: string, more: Partial<Entry> = {}): Entry {
  const [owner = "", name = ""] = fullName.split("/");
  return {
    ...{ account: "dora https://forge.test", id: 1, owner, name, key: fullName.toLowerCase(), formerly: null },
    ...{ description: null, language: null, stars: 0, archived: false, fork: false, private: false, pushedAt: null },
    ...{ starred: false, whyStar: null, starredAt: null, starCheckedAt: 1 },
    ...{ watch: "not watching", whyWatch: null, watchCheckedAt: 1 },
    ...{ found: ["starred"], seen: {}, missing: null, revision: 1 },
    ...more,
  };
}
