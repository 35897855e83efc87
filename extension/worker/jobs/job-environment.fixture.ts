import { type Client, createClient } from "@forgehand/core";
import { checkStar, getSubscription } from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import "fake-indexeddb/auto";
import { holdFetch } from "../../../test/clock/hold-fetch.ts";
import { createVirtualClock, type VirtualClock } from "../../../test/clock/virtual-clock.ts";
import { accountId } from "../../lists/account-id.ts";
import { type ListsDatabase, openListsDatabase } from "../../lists/database.ts";
import { entry } from "../../lists/entry.fixture.ts";
import type { Entry } from "../../lists/entry.ts";
import type { Job } from "../../lists/job.ts";
import { readEntries } from "../../lists/read-lists.ts";
import type { WantedState } from "../../lists/wanted-state.ts";
import type { WatchState } from "../../model/control-states.ts";
import { createSteadyTime } from "../steady-time.ts";
import { watchStateOf } from "../subscription.ts";
import type { JobDeps } from "./job-deps.ts";
import { createJobStore } from "./job-store.ts";
import { createJobs, type Jobs } from "./jobs.ts";
import { createRepositoryService } from "./repository-service.ts";
import { trackSending } from "./send-tracking.ts";
import { wrapStore } from "./wrapped-store.fixture.ts";

/** Initial state of a repository for the user dora. */
export interface InitialState {
  readonly watch?: WatchState;
  readonly starred?: boolean;
  /** Whether the stored entry lacks the state. */
  readonly unknown?: boolean;
  /** Whether the repository has been deleted. */
  readonly isDeleted?: boolean;
}

/** A worker with its jobs. A killed worker never resumes. */
export interface TestWorker {
  readonly jobs: Jobs;
  readonly client: Client;
  /** Advances the clock until no job is running or the worker is killed. */
  readonly run: () => Promise<void>;
  readonly kill: () => void;
}

export interface JobEnvironment {
  readonly emulator: Emulator;
  readonly lists: ListsDatabase;
  readonly clock: VirtualClock;
  /** The platform's fetch. Requests pause the clock. */
  readonly fetch: typeof globalThis.fetch;
  readonly account: string;
  /**
   * Starts a worker.
   * @param options `killAfter`: number of requests and database writes after which it is killed
   */
  readonly startWorker: (options?: TestWorkerOptions) => TestWorker;
  /** The states of all repositories on the service. */
  readonly states: (control: "star" | "watch") => Promise<WantedState[]>;
  readonly job: (id: string) => Promise<Job>;
  readonly stop: () => Promise<void>;
}

export interface TestWorkerOptions {
  readonly killAfter?: number;
  readonly token?: string | (() => string);
  /** By default, the account is never removed or locked. */
  readonly accessTo?: () => AbortSignal;
  readonly fetch?: typeof globalThis.fetch;
  readonly onJobChanged?: (job: Job) => void;
  readonly onJobFailed?: (job: Job) => void;
  /** By default, all controls are enabled. */
  readonly areControlsEnabled?: () => Promise<boolean>;
  /** By default, the user is always away. */
  readonly isUserAway?: () => boolean;
}

const neverEnding = new AbortController().signal;

/** First id of repositories that don't exist on the service. */
const FIRST_UNUSED_ID = 900_000;

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Starts an emulator with the repositories `parts/r1` and so on, a database with their entries and a virtual clock. */
export async function startJobEnvironment(
  initialStates: readonly InitialState[],
  { limits = "off" }: { readonly limits?: string | object } = {},
): Promise<JobEnvironment> {
  const clock = createVirtualClock({ start: Date.UTC(2026, 6, 15) });
  const emulator = await startEmulator({ limits, seed: seedOf(initialStates), now: () => new Date(clock.now()) });
  const lists = await openListsDatabase(crypto.randomUUID());
  const heldFetch = holdFetch(clock);
  const account = accountId({ origin: emulator.webUrl, login: "dora" });
  const token = emulator.tokens["dora"] ?? "";
  const { call } = createClient({ baseUrl: emulator.apiUrl, credentials: token, pace: "off", cache: false });
  const repositoryIds = idsOf(initialStates);
  for (const [index, initial] of initialStates.entries()) {
    await lists.put(
      "entries",
      entryOf(account, repositoryIds[index] ?? FIRST_UNUSED_ID + index, index, initial, clock.now()),
    );
  }
  return {
    emulator,
    lists,
    clock,
    fetch: heldFetch,
    account,
    startWorker: (options = {}) => startWorker({ emulator, lists, clock, fetch: heldFetch, token }, options),
    states: (control) =>
      Promise.all(
        ids(initialStates.length).map(async (number): Promise<WantedState> => {
          const params = { owner: "parts", repo: `r${number}` };
          if (control === "star") return { starred: await call(checkStar, params) };
          return { watch: watchStateOf(await call(getSubscription, params)) };
        }),
      ),
    async job(id) {
      const job = await lists.get("jobs", id);
      if (!job) throw new Error(`Job ${id} does not exist.`);
      return job;
    },
    async stop() {
      await emulator.stop();
      lists.close();
    },
  };
}

function seedOf(initialStates: readonly InitialState[]): object {
  const named = initialStates.flatMap(({ watch = "not-watching", starred, isDeleted }, index) => {
    if (isDeleted) return [];
    const watchers = watch === "not-watching" ? {} : { dora: watch };
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

/** The emulator numbers existing repositories from 1. Deleted ones have no id. */
function idsOf(initialStates: readonly InitialState[]): (number | undefined)[] {
  let last = 0;
  return initialStates.map(({ isDeleted }) => (isDeleted ? undefined : ++last));
}

function entryOf(account: string, id: number, index: number, initial: InitialState, checkedAt: number): Entry {
  const { watch = "not-watching", starred = false, unknown = false } = initial;
  const states: Partial<Entry> = unknown
    ? {
        starred: null,
        starReason: { kind: "not-checked" },
        starCheckedAt: null,
        watch: null,
        watchReason: { kind: "not-checked" },
        watchCheckedAt: null,
      }
    : { starred, starCheckedAt: checkedAt, watch, watchCheckedAt: checkedAt };
  return entry(`parts/r${index + 1}`, {
    account,
    id,
    revision: index + 1,
    lastSeenIn: { repositories: checkedAt },
    ...states,
  });
}

interface WorkerEnvironment {
  readonly emulator: Emulator;
  readonly lists: ListsDatabase;
  readonly clock: VirtualClock;
  readonly fetch: typeof globalThis.fetch;
  readonly token: string;
}

function startWorker(
  { emulator, lists, clock, fetch, token }: WorkerEnvironment,
  options: TestWorkerOptions,
): TestWorker {
  let pointsLeft = options.killAfter ?? Infinity;
  let killWorker = () => {};
  let isKilled = false;
  const killed = new Promise<void>((resolve) => {
    killWorker = () => {
      isKilled = true;
      resolve();
    };
  });
  const never = new Promise<never>(() => {});
  /** Makes a function a point at which the worker can be killed: before it runs, or after. */
  const killable =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (--pointsLeft < 0) killWorker();
      if (isKilled) return never;
      const result = await run(...args);
      if (--pointsLeft < 0) killWorker();
      return isKilled ? never : result;
    };
  const store = wrapStore(createJobStore(lists), clock.hold);
  const { change, move, skipNotStarted } = store;
  // Clients that share a clock object share their rate-limit state. Separate workers do not, so each has its own.
  const ownClock = { ...clock };
  const accessTo = options.accessTo ?? (() => neverEnding);
  const clientWith = (credentials: string) =>
    createClient({
      baseUrl: emulator.apiUrl,
      credentials,
      clock: ownClock,
      fetch: killable(options.fetch ?? fetch),
      cache: false,
      retry: { attempts: 2 },
      middleware: [trackSending(accessTo())],
    });
  const initialToken = options.token ?? token;
  const currentToken = typeof initialToken === "string" ? () => initialToken : initialToken;
  let client = clientWith(currentToken());
  let [clientToken, clientAccess] = [currentToken(), accessTo()];
  const deps: JobDeps = {
    store: { ...store, change: killable(change), move: killable(move), skipNotStarted: killable(skipNotStarted) },
    async connect() {
      if (clientToken !== currentToken() || clientAccess !== accessTo()) client = clientWith(currentToken());
      [clientToken, clientAccess] = [currentToken(), accessTo()];
      return createRepositoryService(client);
    },
    accessTo,
    clock,
    steadyTime: createSteadyTime(clock),
    isUserAway: options.isUserAway ?? (() => true),
    areControlsEnabled: options.areControlsEnabled ?? (async () => true),
    onJobChanged: (job) => options.onJobChanged?.(job),
    onJobFailed: (job) => options.onJobFailed?.(job),
    stayAwake: () => () => undefined,
    wakeAfter: () => () => undefined,
  };
  const jobs = createJobs(
    deps,
    clock.hold((account) => readEntries(lists, account)),
  );
  return {
    jobs,
    client,
    kill: () => killWorker(),
    async run() {
      await clock.runUntil(Promise.race([jobs.whenIdle(), killed]));
    },
  };
}
