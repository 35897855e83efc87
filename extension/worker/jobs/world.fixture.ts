import { type Client, createClient } from "@forgehand/core";
import { checkStar, getSubscription } from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import "fake-indexeddb/auto";
import { createVirtualClock, type VirtualClock } from "../../../test/clock/virtual-clock.ts";
import { accountId } from "../../lists/account-id.ts";
import { type Lists, openLists } from "../../lists/database.ts";
import type { Entry } from "../../lists/entry.ts";
import type { Job } from "../../lists/job.ts";
import { readEntries } from "../../lists/read.ts";
import type { Wanted } from "../../lists/wanted.ts";
import type { Watch } from "../../messages/states.ts";
import { watchOf } from "../subscription.ts";
import { createJobs, type Jobs } from "./jobs.ts";
import type { Parts } from "./parts.ts";
import { tellsOfSending } from "./sending.ts";
import { serviceOf } from "./service.ts";
import { jobStore } from "./store.ts";
import { wrappedStore } from "./watched-store.fixture.ts";

/** How dora's view of a repository is at the start. */
export interface Start {
  readonly watch?: Watch;
  readonly starred?: boolean;
  /** Doesn't the list know how it is? */
  readonly unknown?: boolean;
  /** Isn't it there any more? */
  readonly gone?: boolean;
}

/** A worker with its jobs; one that was killed does nothing any more. */
export interface Worker {
  readonly jobs: Jobs;
  readonly client: Client;
  /** Lets time pass until it has nothing more to do, or is dead. */
  readonly run: () => Promise<void>;
  readonly kill: () => void;
}

export interface World {
  readonly emulator: Emulator;
  readonly lists: Lists;
  readonly clock: VirtualClock;
  /** The platform's own; time stands still during requests. */
  readonly fetch: typeof globalThis.fetch;
  readonly account: string;
  /** Starts a worker. @param dieAfter so many calls and writes to the database */
  readonly work: (options?: WorkOptions) => Worker;
  /** How everything is at the service. */
  readonly states: (about: "star" | "watch") => Promise<Wanted[]>;
  readonly job: (id: string) => Promise<Job>;
  readonly end: () => Promise<void>;
}

export interface WorkOptions {
  readonly dieAfter?: number;
  readonly token?: string | (() => string);
  readonly fetch?: typeof globalThis.fetch;
  readonly changed?: (job: Job) => void;
  readonly failed?: (job: Job) => void;
  /** Is nobody there? Default: nobody is. */
  readonly isAlone?: () => boolean;
}

/** Numbers of repositories that the service has never had begin here. */
const GONE = 900_000;

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A service with repositories `parts/r1` and so on, a list that knows of them, and time that doesn't pass by itself. */
export async function startWorld(
  starts: readonly Start[],
  { limits = "off" }: { readonly limits?: string | object } = {},
): Promise<World> {
  const clock = createVirtualClock({ start: Date.UTC(2026, 6, 15) });
  const emulator = await startEmulator({ limits, seed: seedOf(starts), now: () => new Date(clock.now()) });
  const lists = await openLists(crypto.randomUUID());
  const held = clock.hold((...request: Parameters<typeof fetch>) => fetch(...request));
  const account = accountId({ origin: emulator.webUrl, login: "dora" });
  const token = emulator.tokens["dora"] ?? "";
  const { call } = createClient({ baseUrl: emulator.apiUrl, credentials: token, pace: "off", cache: false });
  const numbers = idsOf(starts);
  for (const [index, start] of starts.entries()) {
    await lists.put("entries", entryOf(account, numbers[index] ?? GONE + index, index, start, clock.now()));
  }
  return {
    emulator,
    lists,
    clock,
    fetch: held,
    account,
    work: (options = {}) => startWorker({ emulator, lists, clock, fetch: held, token }, options),
    states: (about) =>
      Promise.all(
        ids(starts.length).map(async (number): Promise<Wanted> => {
          const place = { owner: "parts", repo: `r${number}` };
          if (about === "star") return { starred: await call(checkStar, place) };
          return { watch: watchOf(await call(getSubscription, place)) };
        }),
      ),
    async job(id) {
      const job = await lists.get("jobs", id);
      if (!job) throw new Error("There is no such job.");
      return job;
    },
    async end() {
      await emulator.stop();
      lists.close();
    },
  };
}

function seedOf(starts: readonly Start[]): object {
  const named = starts.flatMap(({ watch = "not watching", starred, gone }, index) => {
    if (gone) return [];
    const watchers = watch === "not watching" ? {} : { dora: watch };
    return [[`parts/r${index + 1}`, { watchers, stars: starred ? { dora: "-3d" } : {} }]];
  });
  return {
    users: { dora: {}, parts: {} },
    repositories: Object.fromEntries(named),
    tokens: {
      dora: { kind: "classic", user: "dora", scopes: ["repo", "read:org"] },
      fine: { kind: "fine-grained", user: "dora", permissions: "all" },
      narrow: { kind: "classic", user: "dora", scopes: [] },
    },
  };
}

/** The service numbers its repositories from 1 on, in the order in which it has them; those that are gone have no number. */
function idsOf(starts: readonly Start[]): (number | undefined)[] {
  let last = 0;
  return starts.map(({ gone }) => (gone ? undefined : ++last));
}

function entryOf(account: string, id: number, index: number, start: Start, now: number): Entry {
  const { watch = "not watching", starred = false, unknown = false } = start;
  const name = `r${index + 1}`;
  return {
    account,
    id,
    owner: "parts",
    name,
    key: `parts/${name}`,
    formerly: null,
    description: null,
    language: null,
    stars: 0,
    archived: false,
    fork: false,
    private: false,
    pushedAt: null,
    starredAt: null,
    starred: unknown ? null : starred,
    whyStar: unknown ? { kind: "not looked" } : null,
    watch: unknown ? null : watch,
    whyWatch: unknown ? { kind: "not looked" } : null,
    found: ["starred"],
    seen: { starred: now },
    starCheckedAt: unknown ? null : now,
    watchCheckedAt: unknown ? null : now,
    missing: null,
    revision: index + 1,
  };
}

interface Place {
  readonly emulator: Emulator;
  readonly lists: Lists;
  readonly clock: VirtualClock;
  readonly fetch: typeof globalThis.fetch;
  readonly token: string;
}

function startWorker({ emulator, lists, clock, fetch, token }: Place, options: WorkOptions): Worker {
  let left = options.dieAfter ?? Infinity;
  let die = () => {};
  let isDead = false;
  const dead = new Promise<void>((resolve) => {
    die = () => {
      isDead = true;
      resolve();
    };
  });
  const never = new Promise<never>(() => {});
  /** Each call and each write is a moment at which the worker may be killed: before it, or after it was done. */
  const mortal =
    <Given extends unknown[], Brought>(act: (...given: Given) => Promise<Brought>) =>
    async (...given: Given): Promise<Brought> => {
      if (--left < 0) die();
      if (isDead) return never;
      const brought = await act(...given);
      if (--left < 0) die();
      return isDead ? never : brought;
    };
  const store = wrappedStore(jobStore(lists), clock.hold);
  const { change, move, skipRest } = store;
  // One of its own: clients of one clock share what they know, which workers can't.
  const ownClock = { ...clock };
  const clientWith = (credentials: string) =>
    createClient({
      ...{ baseUrl: emulator.apiUrl, credentials, clock: ownClock, fetch: mortal(options.fetch ?? fetch) },
      ...{ cache: false, retry: { attempts: 2 }, middleware: [tellsOfSending] },
    });
  const { token: given = token } = options;
  const now = typeof given === "string" ? () => given : given;
  let client = clientWith(now());
  let of = now();
  const parts: Parts = {
    store: { ...store, change: mortal(change), move: mortal(move), skipRest: mortal(skipRest) },
    async connect() {
      if (of !== now()) client = clientWith(now());
      of = now();
      return serviceOf(client);
    },
    clock,
    isAlone: options.isAlone ?? (() => true),
    changed: (job) => options.changed?.(job),
    failed: (job) => options.failed?.(job),
    stayAwake: () => () => undefined,
    wakeAt: () => undefined,
  };
  const jobs = createJobs(
    parts,
    clock.hold((account) => readEntries(lists, account)),
  );
  return {
    jobs,
    client,
    kill: () => die(),
    async run() {
      await clock.runUntil(Promise.race([jobs.idle(), dead]));
    },
  };
}
