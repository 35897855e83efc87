import { systemClock as clock } from "@forgehand/core";
import { browser } from "wxt/browser";
import type { CachedPage } from "../../cache/cached-data.ts";
import { parseAccountId } from "../../lists/account-id.ts";
import { keyPrefixRange, LISTS_STORES, type ListsDatabase, openListsDatabase } from "../../lists/database.ts";
import { createListsAnnouncer, type ListsChange } from "../../lists/lists-channel.ts";
import { readEntries, readGathering } from "../../lists/read-lists.ts";
import { accessTo } from "../account-access.ts";
import { type Account, findAccount } from "../accounts.ts";
import { bulkClient } from "../clients.ts";
import { createJobStore } from "../jobs/job-store.ts";
import { createJobs, type Jobs } from "../jobs/jobs.ts";
import { JOBS_ALARM, stayAwake, updateAlarm, wakeAfter } from "../jobs/keep-alive.ts";
import { createRepositoryService } from "../jobs/repository-service.ts";
import { isAccountReason } from "../jobs/suspension.ts";
import { isUserAway } from "../jobs/user-activity.ts";
import { onPageStateCached } from "../page-state-cache.ts";
import { logJobProblem } from "../problem-log.ts";
import { RefusedError } from "../refused-error.ts";
import { areControlsEnabled } from "../settings.ts";
import { steadyTime } from "../steady-time.ts";
import { runInBackground, runTask } from "../task-gate.ts";
import { checkEntries } from "./check-entries.ts";
import { toReason, UnavailableError } from "./error-reason.ts";
import { createGatherScheduler, type GatherScheduler } from "./gather-scheduler.ts";
import { applyPageState, updatePageState } from "./page-state-sync.ts";
import { createResponseCache } from "./response-cache.ts";
import { throttleChanges } from "./throttle-changes.ts";

/** The services for lists and jobs of this worker. */
export interface BulkServices {
  readonly lists: ListsDatabase;
  readonly jobs: Jobs;
  readonly gatherings: GatherScheduler;
  /** Reads the watch states of single entries. */
  readonly checkEntries: (account: string, ids: readonly number[]) => Promise<void>;
  readonly emit: (change: ListsChange) => void;
}

let services: Promise<BulkServices> | undefined;

/** Returns the services for lists and jobs. They are created when first needed. */
export function bulkServices(): Promise<BulkServices> {
  services ??= createBulkServices();
  // After a failure, the next call tries again.
  services.catch(resetServices);
  return services;
}

function resetServices(): void {
  services = undefined;
}

async function createBulkServices(): Promise<BulkServices> {
  const lists = await openListsDatabase();
  lists.addEventListener("close", resetServices);
  const emit = throttleChanges(createListsAnnouncer(), clock);
  const cache = createResponseCache(async () => lists, clock.now);
  const connectClient = async (id: string) => {
    const account = await requireAccountById(id);
    return { account, client: bulkClient(account, cache) };
  };
  const jobs = createJobs(
    {
      store: createJobStore(lists),
      connect: async (id) => createRepositoryService((await connectClient(id)).client),
      accessTo: (id) => accessTo(parseAccountId(id)),
      clock,
      steadyTime,
      areControlsEnabled,
      isUserAway,
      onJobChanged({ id, account }) {
        emit({ type: "jobs", account });
        emit({ type: "items", job: id });
        emit({ type: "entries", account, all: false });
      },
      onItemWritten: (account, item) => runInBackground(() => updatePageState(account, item)),
      onJobFailed: (job) => runInBackground(() => logJobProblem(job)),
      stayAwake,
      wakeAfter,
    },
    (account) => readEntries(lists, account),
  );
  const connect = async (id: string) => (await connectClient(id)).client;
  const gatherings = createGatherScheduler({
    lists,
    clock,
    steadyTime,
    connect,
    emit,
    stayAwake,
    wakeAfter,
  });
  const checkListed = (account: string, ids: readonly number[]) => {
    const signal = accessTo(parseAccountId(account));
    const reportChangedEntries = (revision: number | undefined) => {
      if (revision !== undefined) emit({ type: "entries", account, all: false });
    };
    return checkEntries({ lists, steadyTime, connect, reportChangedEntries, signal }, account, ids);
  };
  return { lists, jobs, gatherings, checkEntries: checkListed, emit };
}

/** Resumes jobs and gathering after a worker start. Must be called synchronously when the worker starts. */
export function startBulkServices(): void {
  const resume = async () => {
    try {
      const { jobs, gatherings } = await bulkServices();
      await Promise.all([jobs.resumeAll(), gatherings.resumeAll()]);
    } catch (error) {
      console.error(error);
    }
  };
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === JOBS_ALARM) void runTask(resume).then(updateAlarm);
  });
  browser.runtime.onStartup.addListener(() => void runTask(resume));
  self.addEventListener("online", async () => {
    const { jobs, gatherings } = await bulkServices();
    jobs.wakeOffline();
    gatherings.wakeOffline();
  });
  onPageStateCached((page, cached) => {
    runInBackground(() => syncEntry(page, cached));
  });
  void runTask(resume);
}

/** Applies a page's state to the lists. */
async function syncEntry(page: string, cached: CachedPage): Promise<void> {
  const { lists, emit } = await bulkServices();
  const account = await applyPageState(lists, page, cached);
  if (account !== undefined) emit({ type: "entries", account, all: false });
}

/**
 * Returns the account with the given id.
 * @throws UnavailableError
 */
async function requireAccountById(id: string): Promise<Account> {
  try {
    const account = await findAccount(parseAccountId(id));
    if (account) return account;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    throw new UnavailableError(toReason(error));
  }
  throw new UnavailableError({ kind: "no-account" });
}

/** Resumes or suspends jobs and gathering of accounts that were added, removed, locked or given another token. */
export async function updateBulkAccounts(): Promise<void> {
  const { jobs, gatherings, lists } = await bulkServices();
  await jobs.pauseDisabled();
  const stored = new Set((await lists.getAll("jobs")).map(({ account }) => account));
  const update = async (account: string) => {
    try {
      await requireAccountById(account);
      await jobs.resumeAccount(account);
      const { state, reason } = await readGathering(lists, account);
      if (state === "failed" && reason && isAccountReason(reason)) gatherings.refresh(account);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      await Promise.all([gatherings.stop(account), jobs.suspendAccount(account, error.reason)]);
      if (error.reason.kind === "no-account") await deleteAccountData(lists, account);
    }
  };
  // No account waits for the requests of another one.
  const accounts = new Set([...stored, ...(await lists.getAllKeys("gatherings"))]);
  await Promise.all(Array.from(accounts, update));
}

/** Pauses the jobs that use a control which the user or an administrator has turned off. */
export async function pauseDisabledJobs(): Promise<void> {
  await (await bulkServices()).jobs.pauseDisabled();
}

/** Deletes the data of a removed account: it names repositories that only this account may see. */
async function deleteAccountData(lists: ListsDatabase, account: string): Promise<void> {
  const transaction = lists.transaction(LISTS_STORES, "readwrite");
  const jobs = await transaction.objectStore("jobs").index("account").getAllKeys(account);
  await Promise.all([
    transaction.objectStore("entries").delete(keyPrefixRange(account)),
    transaction.objectStore("snapshots").delete(account),
    transaction.objectStore("snapshotParts").delete(keyPrefixRange(account)),
    transaction.objectStore("annotations").delete(keyPrefixRange(account)),
    transaction.objectStore("savedFilters").delete(keyPrefixRange(account)),
    transaction.objectStore("gatherings").delete(account),
    ...jobs.flatMap((id) => [
      transaction.objectStore("jobs").delete(id),
      transaction.objectStore("items").delete(keyPrefixRange(id)),
    ]),
    // Cached responses are not stored per account, so all are deleted.
    transaction.objectStore("responses").clear(),
    transaction.done,
  ]);
}

/** Stops gathering and all jobs, when all data is deleted. Resolves when none of their requests is in flight. */
export async function stopBulkServices(): Promise<void> {
  const { jobs, gatherings, lists } = await bulkServices();
  const accounts = new Set((await lists.getAll("jobs")).map(({ account }) => account));
  const suspended = [...accounts].map((account) => jobs.suspendAccount(account, { kind: "no-account" }));
  await Promise.all([gatherings.stopAll(), ...suspended]);
}

/** Deletes all lists and jobs. What is still running can store nothing afterwards, because its connection is closed. */
export async function deleteBulkData(): Promise<void> {
  const previous = await bulkServices();
  resetServices();
  previous.lists.close();
  const { lists } = await bulkServices();
  const transaction = lists.transaction(LISTS_STORES, "readwrite");
  await Promise.all(LISTS_STORES.map((name) => transaction.objectStore(name).clear()));
  await transaction.done;
}
