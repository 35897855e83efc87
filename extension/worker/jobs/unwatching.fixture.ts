import "fake-indexeddb/auto";
import { type Clock, createClient } from "@forgehand/core";
import { openLists } from "../../lists/database.ts";
import type { Entry } from "../../lists/entry.ts";
import type { Job } from "../../lists/job.ts";
import { readEntries } from "../../lists/read.ts";
import { createJobs } from "./jobs.ts";
import { tellsOfSending } from "./sending.ts";
import { serviceOf } from "./service.ts";
import { jobStore } from "./store.ts";
import { type Wrap, wrappedStore } from "./watched-store.fixture.ts";

const ACCOUNT = "ada https://forge.test";

/**
 * Unwatches so many repositories, `acme/widgets-1` and on, with everything that a job does in the extension.
 * @returns the job, at its end
 */
export async function unwatchMany(
  count: number,
  {
    fetch,
    clock,
    random,
    watched,
  }: {
    readonly fetch: typeof globalThis.fetch;
    readonly clock: Clock;
    readonly random: () => number;
    readonly watched: Wrap;
  },
): Promise<Job> {
  const lists = await openLists(crypto.randomUUID());
  try {
    const transaction = lists.transaction("entries", "readwrite");
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    await Promise.all(numbers.map((number) => transaction.store.put(entryOf(number, clock.now()))));
    await transaction.done;
    const client = createClient({
      ...{ baseUrl: "https://api.github.com", credentials: "ghp_x", fetch, clock, random },
      ...{ cache: false, priority: "bulk", retry: { attempts: 2 }, middleware: [tellsOfSending] },
    });
    const jobs = createJobs(
      {
        store: wrappedStore(jobStore(lists), watched),
        connect: async () => serviceOf(client),
        clock,
        changed: () => undefined,
        isAlone: () => true,
        stayAwake: () => () => undefined,
        wakeAt: () => undefined,
      },
      watched((account: string) => readEntries(lists, account)),
    );
    const id = await jobs.start({ account: ACCOUNT, action: "unwatch", ids: numbers });
    await jobs.idle();
    const job = await lists.get("jobs", id);
    if (!job) throw new Error("The job is gone.");
    return job;
  } finally {
    lists.close();
  }
}

function entryOf(id: number, at: number): Entry {
  const name = `widgets-${id}`;
  return {
    ...{ account: ACCOUNT, id, owner: "acme", name, key: `acme/${name}`, formerly: null, missing: null, revision: id },
    ...{ description: null, language: null, stars: 0, archived: false, fork: false, private: false, pushedAt: null },
    ...{ starred: false, whyStar: null, starredAt: null, starCheckedAt: at },
    ...{ watch: "watching", whyWatch: null, watchCheckedAt: at, found: ["repositories"], seen: { repositories: at } },
  };
}
