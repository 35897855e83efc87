import type { CachedPage } from "../../cache/cached-data.ts";
import { accountId, parseAccountId } from "../../lists/account-id.ts";
import type { ListsDatabase } from "../../lists/database.ts";
import type { Entry } from "../../lists/entry.ts";
import type { JobItem } from "../../lists/job.ts";
import { subjectKey } from "../../page/parse-page.ts";
import { accessTo } from "../account-access.ts";
import { readStoredAccount } from "../account-store.ts";
import { cachePageState, readPageStates } from "../page-state-cache.ts";
import { changeEntries } from "./entry-store.ts";

// Keeps entries and the cached states of pages in sync: changes made on pages appear in lists, and those made by jobs
// on open pages.

/**
 * Applies a page's state to the account's entry of the repository.
 * @param page the page's key
 * @returns the account, if its entry changed
 */
export async function applyPageState(
  lists: ListsDatabase,
  page: string,
  { login, at, states }: CachedPage,
): Promise<string | undefined> {
  const [, origin = "", fullName = ""] = /^(https?:\/\/[^/]+)\/([^/]+\/[^/]+)$/.exec(page.toLowerCase()) ?? [];
  if (!fullName) return undefined;
  const account = accountId({ origin, login });
  const entry = await lists.getFromIndex("entries", "key", [account, fullName]);
  if (!entry) return undefined;
  const revision = await changeEntries(
    lists,
    account,
    [entry.id],
    (before) => before && withPageStates(before, states, at),
  );
  return revision === undefined ? undefined : account;
}

function withPageStates(entry: Entry, { star, watch }: CachedPage["states"], at: number): Entry {
  let updated = entry;
  if (star && star.starred !== null && star.starred !== entry.starred) {
    const starredAt = star.starred ? new Date(at).toISOString() : null;
    updated = { ...updated, starred: star.starred, starReason: null, starredAt, starCheckedAt: at };
  }
  if (watch && watch.watch !== null && watch.watch !== entry.watch) {
    updated = { ...updated, watch: watch.watch, watchReason: null, watchCheckedAt: at };
  }
  return updated;
}

/** Applies a job's change to the cached state of the repository's page. */
export async function updatePageState(id: string, { owner, name, wanted }: JobItem): Promise<void> {
  const { origin, login } = parseAccountId(id);
  const account = { login, access: accessTo({ origin, login }) };
  if (!(await readStoredAccount({ origin, login }))) return;
  const page = subjectKey(origin, { owner, repo: name });
  const [updated] = await readPageStates([page]);
  if (updated?.login !== login) return;
  const { star, watch } = updated.states;
  if ("starred" in wanted && star && star.starred !== wanted.starred) {
    const delta = star.starred === null ? 0 : wanted.starred ? 1 : -1;
    await cachePageState(account, page, { star: { starred: wanted.starred, count: adjustCount(star.count, delta) } });
  }
  if ("watch" in wanted && watch && watch.watch !== wanted.watch) {
    const delta = Number(wanted.watch === "watching") - Number(watch.watch === "watching");
    const count = watch.watch === null ? watch.count : adjustCount(watch.count, delta);
    await cachePageState(account, page, { watch: { watch: wanted.watch, count } });
  }
}

const adjustCount = (count: number | null, delta: number) => (count === null ? null : Math.max(0, count + delta));
