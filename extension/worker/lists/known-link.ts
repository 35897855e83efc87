import * as z from "zod/mini";
import { knownKey } from "../../known/keys.ts";
import { readKnown } from "../../known/read.ts";
import { accountId, accountOf } from "../../lists/account-id.ts";
import type { Lists } from "../../lists/database.ts";
import type { Entry } from "../../lists/entry.ts";
import type { JobItem } from "../../lists/job.ts";
import { subjectKey } from "../../page/parse-page.ts";
import { remember } from "../known.ts";
import { changeEntries } from "./entry-store.ts";

// What controls on pages see and do, lists know; and what jobs do, open pages show.

const PREFIX = knownKey("");

/** Is it a key under which something is known of a page? */
export function isKnown(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** What lists take of what is known of a page. */
export const Known = z.object({
  login: z.string(),
  at: z.number(),
  states: z.object({
    star: z.optional(z.object({ starred: z.nullable(z.boolean()) })),
    watch: z.optional(z.object({ watch: z.nullable(z.enum(["not watching", "watching", "ignoring"])) })),
  }),
});
type Known = z.output<typeof Known>;

/** Notes in an account's entries what was seen of a page. @returns whose, where that changed something */
export async function noteKnown(lists: Lists, key: string, { login, at, states }: Known): Promise<string | undefined> {
  const [, origin = "", place = ""] = /^(https?:\/\/[^/]+)\/([^/]+\/[^/]+)$/.exec(key.slice(PREFIX.length)) ?? [];
  if (!isKnown(key) || !place) return undefined;
  const account = accountId({ origin, login });
  const entry = await lists.getFromIndex("entries", "key", [account, place]);
  if (!entry) return undefined;
  const revision = await changeEntries(
    lists,
    account,
    [entry.id],
    (before) => before && withStates(before, states, at),
  );
  return revision === undefined ? undefined : account;
}

function withStates(entry: Entry, { star, watch }: Known["states"], at: number): Entry {
  let known = entry;
  if (star && star.starred !== null && star.starred !== entry.starred) {
    const starredAt = star.starred ? new Date(at).toISOString() : null;
    known = { ...known, starred: star.starred, whyStar: null, starredAt, starCheckedAt: at };
  }
  if (watch && watch.watch !== null && watch.watch !== entry.watch) {
    known = { ...known, watch: watch.watch, whyWatch: null, watchCheckedAt: at };
  }
  return known;
}

/** Lets pages that show a repository know what a job made of it. */
export async function tellPages(account: string, { owner, name, wanted }: JobItem): Promise<void> {
  const { origin, login } = accountOf(account);
  const page = subjectKey(origin, { owner, repo: name });
  const known = await readKnown(page);
  if (known?.login !== login) return;
  const { star, watch } = known.states;
  if ("starred" in wanted && star && star.starred !== wanted.starred) {
    const by = star.starred === null ? 0 : wanted.starred ? 1 : -1;
    await remember(login, page, { star: { starred: wanted.starred, count: changed(star.count, by) } });
  }
  if ("watch" in wanted && watch && watch.watch !== wanted.watch) {
    const by = Number(wanted.watch === "watching") - Number(watch.watch === "watching");
    const count = watch.watch === null ? watch.count : changed(watch.count, by);
    await remember(login, page, { watch: { watch: wanted.watch, count } });
  }
}

const changed = (count: number | null, by: number) => (count === null ? null : Math.max(0, count + by));
