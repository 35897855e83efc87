import { beginningWith, type Lists } from "./database.ts";
import type { Entry } from "./entry.ts";
import type { Gathering } from "./gathering.ts";
import type { Job, JobItem } from "./job.ts";

/** All entries of an account. */
export function readEntries(lists: Lists, account: string): Promise<Entry[]> {
  return lists.getAll("entries", beginningWith(account));
}

/** The entries of an account that changed after a revision. */
export function readEntriesSince(lists: Lists, account: string, revision: number): Promise<Entry[]> {
  const newer = IDBKeyRange.bound([account, revision], [account, Infinity], true);
  return lists.getAllFromIndex("entries", "revision", newer);
}

const NEVER = {
  state: "never",
  startedAt: null,
  endedAt: null,
  sources: [],
  toCheck: 0,
  checked: 0,
  eta: null,
  waiting: null,
  whyNoWatch: null,
  why: null,
} as const satisfies Omit<Gathering, "account">;

/** How gathering an account's entries goes, or went. */
export async function readGathering(lists: Lists, account: string): Promise<Gathering> {
  return (await lists.get("gatherings", account)) ?? { account, ...NEVER };
}

/** The jobs of an account, or of all of them, the newest first. */
export async function readJobs(lists: Lists, account?: string): Promise<Job[]> {
  const jobs = account === undefined ? lists.getAll("jobs") : lists.getAllFromIndex("jobs", "account", account);
  return (await jobs).toSorted((a, b) => b.createdAt - a.createdAt);
}

/** Items of a job in their order, or those that stand at one point of it. */
export function readItems(lists: Lists, job: string, state?: JobItem["state"], count?: number): Promise<JobItem[]> {
  return state === undefined
    ? lists.getAll("items", beginningWith(job), count)
    : lists.getAllFromIndex("items", "state", [job, state], count);
}
