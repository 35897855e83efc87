import { systemClock as clock } from "@forgehand/core";
import { browser } from "wxt/browser";
import * as z from "zod/mini";
import { accountOf } from "../../lists/account-id.ts";
import { announcer, type ListsChange } from "../../lists/channel.ts";
import { beginningWith, type Lists, openLists } from "../../lists/database.ts";
import { readEntries, readGathering } from "../../lists/read.ts";
import { type Account, findAccount } from "../accounts.ts";
import { bulkClient } from "../clients.ts";
import { isOfAccount } from "../jobs/halt.ts";
import { createJobs, type Jobs } from "../jobs/jobs.ts";
import { JOBS_ALARM, settleAlarm, stayAwake, wakeAt } from "../jobs/keep-alive.ts";
import { isAlone } from "../jobs/presence.ts";
import { serviceOf } from "../jobs/service.ts";
import { jobStore } from "../jobs/store.ts";
import { noteJob } from "../problem-log.ts";
import { Refused } from "../problems.ts";
import { answerStore } from "./answers.ts";
import { createGatherings, type Gatherings } from "./gatherings.ts";
import { isKnown, Known, noteKnown, tellPages } from "./known-link.ts";
import { Unavailable } from "./reason.ts";
import { sparing } from "./sparing.ts";

/** Lists and jobs, as this worker has them. */
interface Bulk {
  readonly lists: Lists;
  readonly jobs: Jobs;
  readonly gatherings: Gatherings;
  readonly tell: (change: ListsChange) => void;
}

let begun: Promise<Bulk> | undefined;

/** Lists and jobs; made when they are first needed. */
export function bulk(): Promise<Bulk> {
  begun ??= begin();
  // Whoever asks next tries again.
  begun.catch(forget);
  return begun;
}

function forget(): void {
  begun = undefined;
}

async function begin(): Promise<Bulk> {
  const lists = await openLists();
  lists.addEventListener("close", forget);
  const tell = sparing(announcer(), clock);
  const cache = answerStore(async () => lists, clock.now);
  const clientOf = async (id: string) => {
    const account = await accountFor(id);
    return { account, client: bulkClient(account, cache) };
  };
  const jobs = createJobs(
    {
      store: jobStore(lists),
      connect: async (id) => serviceOf((await clientOf(id)).client),
      clock,
      isAlone,
      changed({ id, account }) {
        tell({ type: "jobs", account });
        tell({ type: "items", job: id });
        tell({ type: "entries", account, all: false });
      },
      written: (account, item) => void tellPages(account, item).catch((error: unknown) => console.error(error)),
      failed: (job) => void noteJob(job).catch((error: unknown) => console.error(error)),
      stayAwake,
      wakeAt,
    },
    (account) => readEntries(lists, account),
  );
  const gatherings = createGatherings({
    lists,
    clock,
    async connect(id) {
      const { client, account } = await clientOf(id);
      return { client, token: { token: account.token, dialect: account.dialect } };
    },
    tell,
    stayAwake,
    wakeAt,
  });
  return { lists, jobs, gatherings, tell };
}

/** Goes on with whatever a worker that was ended left off. To be called at each start of the worker, at once. */
export function keepBulkGoing(): void {
  const goOn = async () => {
    try {
      const { jobs, gatherings } = await bulk();
      await Promise.all([jobs.wake(), gatherings.wake()]);
    } catch (error) {
      console.error(error);
    }
  };
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === JOBS_ALARM) void goOn().then(settleAlarm);
  });
  browser.runtime.onStartup.addListener(() => void goOn());
  self.addEventListener("online", async () => {
    const { jobs, gatherings } = await bulk();
    jobs.online();
    gatherings.online();
  });
  browser.storage.local.onChanged.addListener(async (changes) => {
    const seen = Object.entries(changes).filter(([key]) => isKnown(key));
    if (seen.length === 0) return;
    const { lists, tell } = await bulk();
    for (const [key, { newValue }] of seen) {
      const known = z.safeParse(Known, newValue);
      const account = known.success ? await noteKnown(lists, key, known.data) : undefined;
      if (account !== undefined) tell({ type: "entries", account, all: false });
    }
  });
  void goOn();
}

/** The account of an id, with its token. @throws Unavailable */
async function accountFor(id: string): Promise<Account> {
  try {
    const account = await findAccount(accountOf(id));
    if (account) return account;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Unavailable(error.kind === "locked" ? { kind: "locked" } : { kind: "account", detail: error.message });
  }
  throw new Unavailable({ kind: "no account" });
}

/** Goes on with, or pauses, what accounts were to do that came, went, were locked, or have another token. */
export async function accountsChanged(): Promise<void> {
  const { jobs, gatherings, lists } = await bulk();
  const known = new Set((await lists.getAll("jobs")).map(({ account }) => account));
  for (const account of new Set([...known, ...(await lists.getAllKeys("gatherings"))])) {
    try {
      await accountFor(account);
      await jobs.accountReady(account);
      const { state, why } = await readGathering(lists, account);
      if (state === "failed" && why && isOfAccount(why)) gatherings.refresh(account);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await Promise.all([gatherings.stop(account), jobs.accountGone(account, error.reason)]);
      if (error.reason.kind === "no account") await forgetAccount(lists, account);
    }
  }
}

/** Takes away what an account that was removed has seen and done: it names repositories that only it may see. */
async function forgetAccount(lists: Lists, account: string): Promise<void> {
  const transaction = lists.transaction(["entries", "gatherings", "jobs", "items", "answers"], "readwrite");
  const jobs = await transaction.objectStore("jobs").index("account").getAllKeys(account);
  await Promise.all([
    transaction.objectStore("entries").delete(beginningWith(account)),
    transaction.objectStore("gatherings").delete(account),
    ...jobs.flatMap((id) => [
      transaction.objectStore("jobs").delete(id),
      transaction.objectStore("items").delete(beginningWith(id)),
    ]),
    // Whose answers they are their names don't tell; the others' are read anew.
    transaction.objectStore("answers").clear(),
    transaction.done,
  ]);
}

/** Takes all lists and jobs away. */
export async function forgetBulk(): Promise<void> {
  const { jobs, gatherings, lists } = await bulk();
  const accounts = new Set((await lists.getAll("jobs")).map(({ account }) => account));
  for (const account of await lists.getAllKeys("gatherings")) await gatherings.stop(account);
  for (const account of accounts) await jobs.accountGone(account, { kind: "no account" });
  const transaction = lists.transaction(["entries", "gatherings", "jobs", "items", "answers"], "readwrite");
  const stores = ["entries", "gatherings", "jobs", "items", "answers"] as const;
  await Promise.all(stores.map((name) => transaction.objectStore(name).clear()));
  await transaction.done;
}
