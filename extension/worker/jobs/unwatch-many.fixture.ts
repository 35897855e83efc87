import "fake-indexeddb/auto";
import { type Clock, createClient } from "@forgehand/core";
import { openListsDatabase } from "../../lists/database.ts";
import { entry } from "../../lists/entry.fixture.ts";
import type { Entry } from "../../lists/entry.ts";
import type { Job } from "../../lists/job.ts";
import { readEntries } from "../../lists/read-lists.ts";
import { createSteadyTime } from "../steady-time.ts";
import { createJobStore } from "./job-store.ts";
import { createJobs } from "./jobs.ts";
import { createRepositoryService } from "./repository-service.ts";
import { trackSending } from "./send-tracking.ts";
import { type AsyncWrapper, wrapStore } from "./wrapped-store.fixture.ts";

const ACCOUNT = "ada https://forge.test";

/**
 * Unwatches the repositories `acme/widgets-1` to `acme/widgets-<count>` in a job, as the extension does it.
 * @param wrap wraps all access to the database
 * @returns the ended job
 */
export async function unwatchMany(
  count: number,
  {
    fetch,
    clock,
    random,
    wrap,
  }: {
    readonly fetch: typeof globalThis.fetch;
    readonly clock: Clock;
    readonly random: () => number;
    readonly wrap: AsyncWrapper;
  },
): Promise<Job> {
  const lists = await openListsDatabase(crypto.randomUUID());
  try {
    const transaction = lists.transaction("entries", "readwrite");
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    await Promise.all(numbers.map((number) => transaction.store.put(entryOf(number, clock.now()))));
    await transaction.done;
    const access = new AbortController().signal;
    const client = createClient({
      baseUrl: "https://api.github.com",
      credentials: "ghp_x",
      fetch,
      clock,
      random,
      cache: false,
      priority: "bulk",
      retry: { attempts: 2 },
      middleware: [trackSending(access)],
    });
    const jobs = createJobs(
      {
        store: wrapStore(createJobStore(lists), wrap),
        connect: async () => createRepositoryService(client),
        accessTo: () => access,
        clock,
        steadyTime: createSteadyTime(clock),
        areControlsEnabled: async () => true,
        onJobChanged: () => undefined,
        isUserAway: () => true,
        stayAwake: () => () => undefined,
        wakeAfter: () => () => undefined,
      },
      wrap((account: string) => readEntries(lists, account)),
    );
    const id = await jobs.start({ account: ACCOUNT, action: "unwatch", ids: numbers });
    await jobs.whenIdle();
    const job = await lists.get("jobs", id);
    if (!job) throw new Error("The job was not stored.");
    return job;
  } finally {
    lists.close();
  }
}

function entryOf(id: number, at: number): Entry {
  return entry(`acme/widgets-${id}`, {
    account: ACCOUNT,
    id,
    revision: id,
    starCheckedAt: at,
    watch: "watching",
    watchCheckedAt: at,
    lastSeenIn: { repositories: at },
  });
}
