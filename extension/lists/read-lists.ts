import { keyPrefixRange, type ListsDatabase } from "./database.ts";
import type { Entry } from "./entry.ts";
import type { Gathering } from "./gathering.ts";
import type { Job, JobItem } from "./job.ts";
import { readEntriesAndCopy } from "./snapshot.ts";

export async function readEntries(database: ListsDatabase, account: string): Promise<Entry[]> {
  return (await readEntriesAndCopy(database, account)).entries;
}

/** Reads the entries of an account that changed after a revision. */
export function readEntriesSince(database: ListsDatabase, account: string, revision: number): Promise<Entry[]> {
  const newer = IDBKeyRange.bound([account, revision], [account, Infinity], true);
  return database.getAllFromIndex("entries", "revision", newer);
}

const NEVER_GATHERED = {
  state: "never",
  startedAt: null,
  endedAt: null,
  sources: [],
  checkAll: false,
  toCheck: 0,
  checked: 0,
  eta: null,
  waiting: null,
  watchUnavailable: null,
  reason: null,
} as const satisfies Omit<Gathering, "account">;

export async function readGathering(database: ListsDatabase, account: string): Promise<Gathering> {
  return (await database.get("gatherings", account)) ?? { account, ...NEVER_GATHERED };
}

/** Reads the jobs of one account or of all accounts, newest first. */
export async function readJobs(database: ListsDatabase, account?: string): Promise<Job[]> {
  const jobs = account === undefined ? database.getAll("jobs") : database.getAllFromIndex("jobs", "account", account);
  return (await jobs).toSorted((a, b) => b.createdAt - a.createdAt);
}

/** Reads the items of a job in order, optionally only those in one state. */
export function readItems(
  database: ListsDatabase,
  job: string,
  state?: JobItem["state"],
  count?: number,
): Promise<JobItem[]> {
  return state === undefined
    ? database.getAll("items", keyPrefixRange(job), count)
    : database.getAllFromIndex("items", "state", [job, state], count);
}
