import { ConnectionError } from "../../errors.ts";
import type { Clock } from "../clock.ts";
import { concurrencyFor } from "./concurrency.ts";
import type { JobResult, PaceJob, QueueEntry, ScheduledJob, Slot } from "./job.ts";
import type { KeyedMutex } from "./keyed-mutex.ts";
import type { PaceLimits, QuotaShare } from "./limits.ts";
import { memoryQuotas } from "./memory-quotas.ts";
import type { ReportedLimit } from "./primary-limits.ts";
import { dequeue, enqueue, headsOf, type PriorityQueues } from "./priority-queues.ts";
import { intervalsOf, SHARED_LIMITS, slotsOf } from "./quota-state.ts";
import type {
  QuotaBlocker,
  QuotaCommand,
  QuotaReply,
  ReserveCommand,
  RunQuotaCommand,
  SettleCommand,
} from "./quota-store.ts";
import { cpuTimeOf, createQuotaWindows, learnCpuTime } from "./quota-windows.ts";
import type { Quota } from "./scheduled-pacing.ts";
import { shareOfLimits } from "./shares.ts";
import { createTimeline, updateTimeline } from "./timeline.ts";
import { createUsageLog } from "./usage-log.ts";

/** Starts calls once a store that processes share has room for them. */
export interface StoreScheduler {
  readonly scheduler: Quota["scheduler"];
  /** Resolves once the store knows all rejections. */
  readonly flush: () => Promise<void>;
  /** Whether no call waits or is in flight, and there is no usage to remember. */
  readonly isIdle: () => boolean;
}

/** Properties of a store scheduler. */
export interface StoreSchedulerOptions {
  /** Runs a command in the store. */
  readonly run: RunQuotaCommand;
  /** Name of the quota in the store. */
  readonly name: () => Promise<string>;
  readonly limits: PaceLimits;
  /** This process's share of the limits while the store fails; undefined to reject calls then. */
  readonly fallback: QuotaShare | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly mutex: KeyedMutex;
}

/** Milliseconds that a command can take. */
const STORE_TIMEOUT_MS = 2000;
/** Milliseconds after which the slot of a process that was killed is free again, and between two renewals. */
const LEASE_MS = 15_000;
const RENEW_MS = 5000;
/** Milliseconds until a process asks again whether calls of others have ended: at first, and at most. */
const [SHORTEST_POLL_MS, LONGEST_POLL_MS] = [50, 500];
/** Milliseconds after which a failed store is asked again. */
const PROBE_MS = 1000;

/** A store, and the limits that apply in it. */
interface Backend {
  readonly run: RunQuotaCommand;
  readonly limits: PaceLimits;
  readonly windows: ReturnType<typeof createQuotaWindows>;
  /** The generation of its state; undefined if unknown. */
  generation: string | undefined;
}

/** A call in flight. */
interface Flight {
  readonly id: string;
  readonly backend: Backend;
}

/** Creates the scheduler of one quota in a store. */
export function createStoreScheduler(options: StoreSchedulerOptions): StoreScheduler {
  const { name, limits, fallback, clock, random, mutex } = options;
  const shared: Backend = { run: options.run, limits, windows: createQuotaWindows(limits, 1), generation: undefined };
  /** Set while the store fails and calls continue with a share. */
  let substitute: Backend | undefined;
  const timeline = createTimeline(clock);
  const queues: PriorityQueues = new Map();
  const announced = new WeakSet<QueueEntry>();
  const flights = new Map<QueueEntry, Flight>();
  /** Limits that jobs wait for, by the process's monotonic time. */
  let blocked = new WeakMap<QueueEntry, { backend: Backend; blocker: QuotaBlocker; until: number }>();
  /** The end of the store's pause, as far as this process knows. */
  let pausedUntil = 0;
  const usage = createUsageLog(clock);
  /** Ends of calls that the store doesn't know yet. */
  const unsettled = new Set<SettleCommand>();
  const settling = new Set<Promise<void>>();
  let arrivals = 0;
  let isPumping = false;
  let hasChanged = false;
  let poll = SHORTEST_POLL_MS;
  /** Duration of the fastest call so far, in milliseconds. */
  let roundTrip = Infinity;
  let cancelTimer = () => {};
  let isRenewing = false;
  let synchronizing: Promise<void> | undefined;
  let isProbing = false;

  /** @throws any error of the store; ConnectionError if it takes too long */
  async function run({ run, generation }: Backend, command: QuotaCommand): Promise<QuotaReply> {
    const controller = new AbortController();
    const quota = await name();
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        const error = new ConnectionError(`The store took longer than ${STORE_TIMEOUT_MS / 1000} s.`, {
          outcome: "none",
        });
        controller.abort(error);
        reject(error);
      };
      let cancel = clock.after(STORE_TIMEOUT_MS, () => {
        // A process that was busy for that long reads the reply first.
        cancel = clock.after(0, giveUp);
      });
      // A store can throw synchronously, too.
      Promise.resolve()
        .then(() => run(quota, { ...command, generation }, controller.signal))
        .finally(() => cancel())
        .then(resolve, reject);
    });
  }

  /** Tells the store what it doesn't know. @throws any error of the store */
  function synchronize(): Promise<void> {
    synchronizing ??= sendMissing().finally(() => {
      synchronizing = undefined;
    });
    return synchronizing;
  }

  async function sendMissing(): Promise<void> {
    for (const command of unsettled) {
      await run(shared, command);
      unsettled.delete(command);
    }
    for (let missing = usage.missingIn(shared.generation); missing.usage.length > 0; ) {
      const { generation } = await run(shared, { type: "record", usage: missing.usage });
      missing.setRecorded(generation);
      shared.generation = generation;
      // Empty, unless the state was lost in between.
      missing = usage.missingIn(generation);
    }
  }

  /** Takes note of the generation. If the state was lost, the new one learns what this process has used. */
  async function follow(backend: Backend, { generation }: QuotaReply): Promise<void> {
    const isLost = backend.generation !== undefined && backend.generation !== generation;
    backend.generation = generation;
    if (isLost && backend === shared) await synchronize();
  }

  function pump(): void {
    hasChanged = true;
    if (!isPumping) void admitAll();
  }

  async function admitAll(): Promise<void> {
    isPumping = true;
    cancelTimer();
    while (hasChanged) {
      hasChanged = false;
      try {
        await admitNext();
      } catch (error) {
        handleFailure(error);
      }
    }
    isPumping = false;
  }

  /** Starts the first job that can start; sets a timer if none can. @throws any error of the store */
  async function admitNext(): Promise<void> {
    let wake = Infinity;
    for (const head of headsOf(queues)) {
      const { job } = head;
      if (head.state !== "queued") continue;
      if (mutex.enqueue(head)) {
        dequeue(queues, head);
        head.state = "blocked";
        job.onWait?.("serial", Infinity);
        hasChanged = true;
        return;
      }
      const blocker = await tryToStart(head);
      if (!blocker) {
        hasChanged = true;
        poll = SHORTEST_POLL_MS;
        return;
      }
      announce(head, blocker);
      wake = Math.min(wake, blocker.wait ?? Infinity);
      if (SHARED_LIMITS.includes(blocker.reason) && !blocker.isPassable) break;
    }
    if (hasChanged || queues.size === 0) return;
    cancelTimer();
    cancelTimer = clock.after(wake === Infinity ? nextPoll() : wake, pump);
  }

  /** Milliseconds until a call of another process can have ended. */
  function nextPoll(): number {
    const wait = poll * (1 + random());
    poll = Math.min(LONGEST_POLL_MS, poll * 2);
    return wait;
  }

  function announce(entry: QueueEntry, { reason, longest }: QuotaBlocker): void {
    if (announced.has(entry) || entry.state !== "queued") return;
    announced.add(entry);
    if (longest.wait > 0) entry.job.onWait?.(longest.reason, longest.wait);
    else entry.job.onWait?.(reason, Infinity);
  }

  /** @returns the limit that the job waits for; undefined if it has started. @throws any error of the store */
  async function tryToStart(entry: QueueEntry): Promise<QuotaBlocker | undefined> {
    const backend = substitute ?? shared;
    if (!substitute && unsettled.size > 0) await synchronize();
    const known = blocked.get(entry);
    const wait = known?.backend === backend ? known.until - clock.monotonic() : 0;
    if (known && wait > 0) return { ...known.blocker, wait };
    const command = reserveCommand(backend, entry.job);
    const reply = await reserve(backend, command);
    const { blocker } = reply;
    if (blocker) {
      rememberBlocker(entry, backend, blocker);
      await follow(backend, reply);
      return blocker;
    }
    usage.addStart(command, backend === shared ? reply.generation : undefined);
    if (entry.state === "queued") {
      dequeue(queues, entry);
      start(entry, { id: command.id, backend });
    } else settle(backend, unsentCommand(command));
    await follow(backend, reply);
    return undefined;
  }

  /** @throws any error of the store; the reservation can take effect nevertheless, and is withdrawn later */
  async function reserve(backend: Backend, command: ReserveCommand): Promise<QuotaReply> {
    try {
      return await run(backend, command);
    } catch (error) {
      if (backend === shared) unsettled.add(unsentCommand(command));
      throw error;
    }
  }

  /** Remembers a wait that only ends earlier if calls have not counted, so that nothing asks meanwhile. */
  function rememberBlocker(entry: QueueEntry, backend: Backend, blocker: QuotaBlocker): void {
    const { reason, wait } = blocker;
    const now = clock.monotonic();
    if (wait !== null) blocked.set(entry, { backend, blocker, until: now + wait });
    if (reason === "pause" && wait !== null && backend === shared) pausedUntil = now + wait;
  }

  function reserveCommand({ windows, limits }: Backend, job: PaceJob): ReserveCommand {
    const { inFlight, ordinary } = slotsOf(limits);
    const ordinaryInFlight = Math.min(ordinary, concurrencyFor(limits, job.priority, roundTrip));
    return {
      type: "reserve",
      id: crypto.randomUUID(),
      lease: LEASE_MS,
      isUrgent: job.priority === "interactive",
      resource: job.resource,
      inFlight: finite(inFlight),
      ordinaryInFlight: finite(ordinaryInFlight),
      ...(job.isPrompt ? { interval: 0, carefulInterval: 0 } : intervalsOf(limits)),
      windows: windows.all.map(({ name, span, published, minimum, reserve, isAssumed, costOf }) => {
        return { name, span, published, minimum, reserve, isAssumed, cost: costOf(job) };
      }),
    };
  }

  function start(entry: QueueEntry, flight: Flight): void {
    const { job } = entry;
    const since = clock.monotonic();
    entry.state = "active";
    flights.set(entry, flight);
    renewLater();
    const slot: Slot = {
      release({ response, rejection, isUnsent = false, duration = clock.monotonic() - since }: JobResult) {
        if (!flights.delete(entry)) return;
        usage.addEnd(flight.id, isUnsent || rejection !== undefined);
        if (isUnsent || rejection || response?.isFree) blocked = new WeakMap();
        const deviation = response ? updateTimeline(timeline, response.date) : 0;
        if (response) roundTrip = Math.min(roundTrip, duration);
        const cpuTime = rejection || isUnsent ? null : cpuTimeOf(Math.max(0, duration - roundTrip));
        if (cpuTime !== null) learnCpuTime(flight.backend.windows.typicalCpu, job, cpuTime);
        settle(flight.backend, {
          type: "settle",
          id: flight.id,
          isUnsent,
          cpuTime,
          response: response ? { isFree: response.isFree, rate: reportedLimit(response.rate), deviation } : null,
          rejection: rejection ? { spent: rejection.spent, wait: rejection.wait ?? null } : null,
          resource: job.resource,
          usual: finite(concurrencyFor(limits, "normal")),
          random: random(),
        });
        end(entry);
      },
    };
    job.onStart?.(slot);
  }

  /** Tells a store the end of a call; later, if it fails. */
  function settle(backend: Backend, command: SettleCommand): void {
    const settled = run(backend, command)
      .then((reply) => follow(backend, reply))
      .catch(() => {
        if (backend === shared) unsettled.add(command);
      })
      .finally(() => {
        settling.delete(settled);
        pump();
      });
    settling.add(settled);
    // Calls that continue without the store must respect its rejections, too.
    if (command.rejection && substitute && backend !== substitute) void run(substitute, command);
  }

  /** Queues the jobs that waited only for this one, and starts those that can start. */
  function end(entry: QueueEntry): void {
    entry.state = "done";
    for (const waiter of mutex.release(entry)) enqueue(queues, waiter);
    pump();
  }

  /** Renews the leases of calls in flight as long as there are any. */
  function renewLater(): void {
    if (isRenewing) return;
    isRenewing = true;
    clock.after(RENEW_MS, async () => {
      isRenewing = false;
      const ids = [...flights.values()].flatMap(({ id, backend }) => (backend === shared ? [id] : []));
      if (ids.length === 0) return;
      renewLater();
      try {
        await follow(shared, await run(shared, { type: "renew", ids, lease: LEASE_MS }));
      } catch {
        // The next reservation shows whether the store still fails.
      }
    });
  }

  /** Continues with a share of the limits, or rejects all waiting calls. */
  function handleFailure(cause: unknown): void {
    hasChanged = true;
    if (fallback && substitute === undefined) {
      substitute = createSubstitute(fallback);
      probeLater();
      return;
    }
    for (let [head] = headsOf(queues); head; [head] = headsOf(queues)) {
      dequeue(queues, head);
      head.job.onError?.(cause);
      end(head);
    }
  }

  /**
   * Creates the store in memory that applies a share of the limits. Other processes can have used all that the limits allow,
   * so each window starts as used up, and a pause continues.
   */
  function createSubstitute(share: QuotaShare): Backend {
    const ownLimits = shareOfLimits(limits, share);
    const windows = createQuotaWindows(ownLimits, share.of);
    const runInMemory = memoryQuotas(() => clock.monotonic());
    const exhausted = windows.all.map(({ name, span, published, minimum, reserve, isAssumed }) => {
      return { name, span, published, minimum, reserve, isAssumed, cost: published, isUrgent: false, freeIn: span };
    });
    const recorded = name().then(async (quota) => {
      await runInMemory(quota, { type: "record", usage: exhausted });
      const wait = pausedUntil - clock.monotonic();
      if (wait > 0) await runInMemory(quota, { ...unsentCommand(NO_CALL), rejection: { spent: false, wait } });
    });
    const run: RunQuotaCommand = (quota, command) => recorded.then(() => runInMemory(quota, command));
    return { run, limits: ownLimits, windows, generation: undefined };
  }

  /** Asks a failed store again as long as there are calls, and returns to it once it works. */
  function probeLater(): void {
    if (isProbing) return;
    isProbing = true;
    clock.after(PROBE_MS, async () => {
      isProbing = false;
      if (queues.size === 0 && flights.size === 0) return;
      try {
        await run(shared, { type: "renew", ids: [], lease: 0 });
        await synchronize();
        substitute = undefined;
        pump();
      } catch {
        probeLater();
      }
    });
  }

  const entryOf = (job: QueueEntry["job"]): QueueEntry => {
    return { job, arrived: arrivals++, state: "done", waiters: [] };
  };

  return {
    scheduler: {
      mutex,
      acquire(job: ScheduledJob) {
        const entry = entryOf(job);
        enqueue(queues, entry);
        if (substitute) probeLater();
        pump();
        return () => {
          if (entry.state === "queued") dequeue(queues, entry);
          else if (entry.state !== "blocked") return;
          end(entry);
        };
      },
      // Only the store knows; it is told while the call waits.
      estimateWait: () => ({ reason: "concurrency", wait: 0 }),
    },
    flush: async () => void (await Promise.all(settling)),
    isIdle: () =>
      queues.size === 0 && flights.size === 0 && settling.size === 0 && unsettled.size === 0 && usage.isEmpty(),
  };
}

const finite = (limit: number): number | null => (limit === Infinity ? null : limit);

/** The report without other fields, which a store would keep. */
function reportedLimit(rate: ReportedLimit | undefined): ReportedLimit | null {
  if (!rate) return null;
  const { resource, limit, remaining, resetIn, resetSeconds } = rate;
  return { resource, limit, remaining, resetIn, resetSeconds };
}

/** Stands for a call that the state does not know. */
const NO_CALL = { id: "", resource: null };

/** The settlement of a reservation whose call is not sent. */
function unsentCommand({ id, resource }: Pick<ReserveCommand, "id" | "resource">): SettleCommand {
  const response = null;
  return {
    type: "settle",
    id,
    isUnsent: true,
    cpuTime: null,
    response,
    rejection: null,
    resource,
    usual: null,
    random: 0,
  };
}
