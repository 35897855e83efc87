import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { applyQuotaCommand } from "./ledger-text.ts";
import type {
  KnownGeneration,
  QuotaBlocker,
  QuotaCommand,
  QuotaReply,
  QuotaStore,
  ReserveCommand,
  SettleCommand,
  WindowUse,
} from "./quota-store.ts";
import type { WindowName } from "./quota-windows.ts";

const MINUTE = 60_000;

/** A store for tests, whose clock the test sets. */
export interface TestQuotaStore {
  readonly store: QuotaStore;
  /** Sets the store's clock, in milliseconds. */
  readonly setTime: (time: number) => void;
}

const LIMITS: Readonly<Record<WindowName, Omit<WindowUse, "name" | "cost">>> = {
  points: { span: MINUTE, published: 60, minimum: 5, reserve: 15, isAssumed: false },
  content: { span: MINUTE, published: 8, minimum: 1, reserve: 2, isAssumed: false },
  contentPerHour: { span: 60 * MINUTE, published: 20, minimum: 1, reserve: 5, isAssumed: false },
  cpu: { span: MINUTE, published: 9000, minimum: 1000, reserve: 3000, isAssumed: true },
  writeGap: { span: 1000, published: 1, minimum: 1, reserve: 0, isAssumed: false },
};

/** A reservation of a write with a cost of 5 points. */
export function reservation(
  id: string,
  changes: Partial<ReserveCommand> & KnownGeneration = {},
): ReserveCommand & KnownGeneration {
  return {
    type: "reserve",
    id,
    lease: 15_000,
    isUrgent: false,
    resource: "core",
    inFlight: 10,
    ordinaryInFlight: 8,
    interval: 0,
    carefulInterval: 0,
    windows: [{ name: "points", ...LIMITS.points, cost: 5 }],
    ...changes,
  };
}

/** The end of a call with a successful response. */
export function success(id: string): QuotaCommand {
  const response = { isFree: false, rate: null, deviation: 0 };
  const ended = { isUnsent: false, cpuTime: 100, response, rejection: null };
  return { type: "settle", id, ...ended, resource: "core", usual: 50, random: 0 };
}

/** The end of a call that was rejected. @param wait milliseconds; null if the service does not specify it */
export function rejection(id: string, wait: number | null): SettleCommand {
  const response = { isFree: false, rate: null, deviation: 0 };
  const ended = { isUnsent: false, cpuTime: null, response, rejection: { spent: false, wait } };
  return { type: "settle", id, ...ended, resource: "core", usual: 50, random: 0 };
}

/**
 * Tests that every quota store must pass.
 * @param open creates a store without any state
 */
export function quotaStoreContract(open: () => Promise<TestQuotaStore>): void {
  describe("quota store contract", () => {
    /** Runs commands on one quota. */
    async function start() {
      const { store, setTime } = await open();
      const quota = `api.github.com ${crypto.randomUUID()}`;
      const run = (command: QuotaCommand) => store.run(quota, command);
      const blockerOf = async (command: QuotaCommand) => (await run(command)).blocker;
      setTime(1_020_000);
      return { store, run, blockerOf, setTime };
    }

    test("grants what fits into the limits, and says when there is room again", async () => {
      const { run, blockerOf, setTime } = await start();
      // 60 points, of which 15 are reserved for urgent calls.
      for (let call = 0; call < 9; call++) {
        expect(await blockerOf(reservation(`${call}`, { inFlight: null, ordinaryInFlight: null }))).toBeNull();
        await run(success(`${call}`));
      }
      expect(await blockerOf(reservation("next"))).toMatchObject({ reason: "points", wait: MINUTE });
      expect(await blockerOf(reservation("urgent", { isUrgent: true }))).toBeNull();
      setTime(1_020_000 + MINUTE);
      expect(await blockerOf(reservation("later"))).toBeNull();
    });

    test("grants one of many concurrent reservations if there is room for one", async () => {
      const { blockerOf } = await start();
      const only = { inFlight: 1, ordinaryInFlight: 1 };
      const blockers = await Promise.all(Array.from({ length: 20 }, (_, at) => blockerOf(reservation(`${at}`, only))));
      expect(blockers.filter((blocker) => blocker === null)).toHaveLength(1);
      expect(blockers.filter((blocker) => blocker?.reason === "concurrency" && blocker.wait === null)).toHaveLength(19);
    });

    test("keeps quotas apart", async () => {
      const { store, setTime } = await open();
      setTime(0);
      const only = { inFlight: 1, ordinaryInFlight: 1 };
      const quotas = [crypto.randomUUID(), crypto.randomUUID()];
      const replies = await Promise.all(quotas.map((quota) => store.run(quota, reservation("1", only))));
      expect(replies.map(({ blocker }) => blocker)).toEqual([null, null]);
    });

    test("returns the slots of a process that was killed, and keeps its usage until it expires", async () => {
      const { run, blockerOf, setTime } = await start();
      for (let call = 0; call < 8; call++) await run(reservation(`${call}`));
      expect(await blockerOf(reservation("next"))).toMatchObject({ reason: "concurrency" });
      await run({ type: "renew", ids: ["0"], lease: 30_000 });
      setTime(1_020_000 + 15_000);
      expect(await blockerOf(reservation("ninth"))).toBeNull();
      expect(await blockerOf(reservation("tenth"))).toMatchObject({ reason: "points", wait: MINUTE });
      setTime(1_020_000 + 15_000 + MINUTE);
      expect(await blockerOf(reservation("later"))).toBeNull();
    });

    test("shares pauses and lowered limits", async () => {
      const { run, blockerOf, setTime } = await start();
      for (let call = 0; call < 6; call++) await run(reservation(`${call}`));
      for (let call = 0; call < 5; call++) await run(success(`${call}`));
      await run(rejection("5", 30_000));
      expect(await blockerOf(reservation("paused", { isUrgent: true }))).toMatchObject({
        reason: "pause",
        wait: 30_000,
      });
      setTime(1_020_000 + 30_000);
      // 25 points were accepted.
      expect(await blockerOf(reservation("lowered", { isUrgent: true }))).toMatchObject({ reason: "points" });
    });

    test("records usage that it doesn't know", async () => {
      const { run, blockerOf } = await start();
      const used = { name: "points", ...LIMITS.points, cost: 60, isUrgent: false, freeIn: 20_000 } as const;
      await run({ type: "record", usage: [used] });
      expect(await blockerOf(reservation("next"))).toMatchObject({ reason: "points", wait: 20_000 });
    });

    test("continues if its clock is set back", async () => {
      const { run, blockerOf, setTime } = await start();
      const used = { name: "points", ...LIMITS.points, cost: 60, isUrgent: false, freeIn: 20_000 } as const;
      await run({ type: "record", usage: [used] });
      setTime(0);
      expect(await blockerOf(reservation("next"))).toMatchObject({ reason: "points", wait: 20_000 });
      setTime(20_000);
      expect(await blockerOf(reservation("next"))).toBeNull();
    });

    test("grants nothing for a moment if the state that a process knows was lost", async () => {
      const { blockerOf, setTime } = await start();
      expect(await blockerOf(reservation("1", { generation: "lost" }))).toMatchObject({ reason: "pause", wait: 1000 });
      setTime(1_021_000);
      expect(await blockerOf(reservation("2", { generation: "lost" }))).toBeNull();
    });

    test("grants nothing for a moment if a call of the state that was lost ends first", async () => {
      const { run, blockerOf } = await start();
      await run({ ...success("1"), generation: "lost" });
      expect(await blockerOf(reservation("2"))).toMatchObject({ reason: "pause", wait: 1000 });
    });

    test("changes the state as applyQuotaCommand does, whatever the commands", async () => {
      await fc.assert(
        fc.asyncProperty(history, async (steps) => {
          const { run, setTime } = await start();
          let state: string | undefined;
          const [expected, received]: [QuotaReply[], QuotaReply[]] = [[], []];
          let time = 1_020_000;
          for (const { command, gap } of steps) {
            time += gap;
            setTime(time);
            const applied = applyQuotaCommand(state, command, time);
            state = applied.state;
            expected.push(applied.reply);
            received.push(await run(command));
          }
          const blockers = (replies: readonly QuotaReply[]) => replies.map(({ blocker }) => roundWaits(blocker));
          expect(blockers(received)).toEqual(blockers(expected));
          expect(new Set(received.map(({ generation }) => generation)).size).toBe(1);
        }),
        { numRuns: pickSize(30, 300) },
      );
    });
  });
}

/** Waits can differ by rounding errors. */
function roundWaits(blocker: QuotaBlocker | null) {
  if (!blocker) return null;
  const round = (wait: number | null) => (wait === null ? null : Math.round(wait));
  return { ...blocker, wait: round(blocker.wait), longest: { ...blocker.longest, wait: round(blocker.longest.wait) } };
}

const callId = fc.integer({ min: 0, max: 30 }).map(String);

const windowUses = fc
  .record({
    points: fc.constantFrom(1, 5),
    content: fc.constantFrom(0, 1),
    cpu: fc.integer({ min: 0, max: 3000 }),
    writeGap: fc.constantFrom(0, 0, 0, 1),
    published: fc.constantFrom(60, 60, 60, 40),
  })
  .map(({ points, content, cpu, writeGap, published }): readonly WindowUse[] => [
    { name: "points", ...LIMITS.points, published, cost: points },
    { name: "content", ...LIMITS.content, cost: content },
    { name: "contentPerHour", ...LIMITS.contentPerHour, cost: content },
    { name: "cpu", ...LIMITS.cpu, cost: cpu },
    { name: "writeGap", ...LIMITS.writeGap, cost: writeGap },
  ]);

const reserve = fc
  .record({
    id: callId,
    isUrgent: fc.boolean(),
    resource: fc.constantFrom("core", "core", "search", null),
    windows: windowUses,
    isSpaced: fc.boolean(),
    isLimited: fc.boolean(),
  })
  .map(({ id, isSpaced, isLimited, ...call }) =>
    reservation(`${id} ${call.isUrgent}`, {
      ...call,
      ...(isSpaced && { interval: 5, carefulInterval: 20 }),
      ...(!isLimited && { inFlight: null, ordinaryInFlight: null }),
    }),
  );

const rate = fc.record({
  resource: fc.constantFrom("core", "search"),
  limit: fc.constantFrom(30, 5000),
  remaining: fc.integer({ min: 0, max: 40 }),
  resetIn: fc.integer({ min: 0, max: 60 * MINUTE }),
  resetSeconds: fc.constantFrom(10_000, 10_003, 13_600),
});

const settlement = fc
  .record({
    id: fc.tuple(callId, fc.boolean()).map(([id, isUrgent]) => `${id} ${isUrgent}`),
    kind: fc.constantFrom("success", "success", "success", "lost", "unsent", "rejected", "spent"),
    cpuTime: fc.integer({ min: 0, max: 10_000 }),
    isFree: fc.boolean(),
    rate: fc.option(rate),
    deviation: fc.constantFrom(0, 0, 0, 60_000, -60_000),
    wait: fc.option(fc.integer({ min: 0, max: 2 * MINUTE })),
    resource: fc.constantFrom("core", "search", null),
    random: fc.constantFrom(0, 0.25, 0.5),
  })
  .map(({ id, kind, cpuTime, isFree, rate, deviation, wait, resource, random }): QuotaCommand => {
    const isRejected = kind === "rejected" || kind === "spent";
    return {
      type: "settle",
      id,
      isUnsent: kind === "unsent",
      cpuTime: isRejected || kind === "unsent" ? null : cpuTime,
      response: kind === "lost" || kind === "unsent" ? null : { isFree, rate, deviation },
      rejection: isRejected ? { spent: kind === "spent", wait } : null,
      resource,
      usual: 50,
      random,
    };
  });

const renewal = fc
  .array(callId, { maxLength: 4 })
  .map((ids): QuotaCommand => ({ type: "renew", ids: ids.map((id) => `${id} false`), lease: 15_000 }));

const recording = fc
  .record({
    cost: fc.integer({ min: 1, max: 30 }),
    freeIn: fc.integer({ min: 0, max: 2 * MINUTE }),
    isUrgent: fc.boolean(),
  })
  .map((usage): QuotaCommand => ({ type: "record", usage: [{ name: "points", ...LIMITS.points, ...usage }] }));

interface HistoryStep {
  readonly command: QuotaCommand;
  /** Milliseconds since the step before; negative if the store's clock was set back. */
  readonly gap: number;
}

/** One command of any kind. */
const step = fc
  .record({
    command: fc.oneof({ weight: 6, arbitrary: reserve }, { weight: 6, arbitrary: settlement }, renewal, recording),
    gap: fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 0, max: 2000 }) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 2 * MINUTE }) },
      { weight: 1, arbitrary: fc.integer({ min: -MINUTE, max: 7 * 60 * MINUTE }) },
    ),
  })
  .map((single): readonly HistoryStep[] => [single]);

/** Times between groups of calls: limits are full, free again, tried again, or forgotten. */
const pause = fc.oneof(
  fc.integer({ min: 0, max: 5000 }),
  fc.integer({ min: MINUTE - 2000, max: 3 * MINUTE }),
  fc.integer({ min: 10 * MINUTE - 2000, max: 12 * MINUTE }),
  fc.integer({ min: 55 * MINUTE, max: 8 * 60 * MINUTE }),
);

/** Calls of one kind that start together. */
const burst = fc
  .record({
    id: fc.nat(),
    call: reserve,
    ends: fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant(success("")) }, settlement, fc.constant(null)), {
      minLength: 1,
      maxLength: 16,
    }),
    pause,
    gap: fc.constantFrom(0, 1, 30, 700),
  })
  .map(({ id, call, ends, pause, gap }): readonly HistoryStep[] => [
    ...ends.map((_, index) => ({ command: { ...call, id: `${id}.${index}` }, gap: index === 0 ? pause : gap })),
    ...ends.flatMap((end, index) => (end ? [{ command: { ...end, id: `${id}.${index}` }, gap }] : [])),
  ]);

/** Calls of one kind, one after the other, with rejections: limits are lowered, tried again and raised. */
const series = fc
  .record({
    id: fc.nat(),
    isUrgent: fc.boolean(),
    windows: windowUses.map((uses) => uses.filter(({ name }) => name !== "writeGap")),
    groups: fc.array(fc.record({ size: fc.integer({ min: 1, max: 14 }), isRejected: fc.boolean(), pause }), {
      minLength: 2,
      maxLength: 6,
    }),
    wait: fc.constantFrom(1000, null),
    cpuTime: fc.constantFrom(100, 2000),
  })
  .map(({ id, isUrgent, windows, groups, wait, cpuTime }): readonly HistoryStep[] =>
    groups.flatMap(({ size, isRejected, pause }, group) =>
      Array.from({ length: size }, (_, index) => {
        const callId = `${id}.${group}.${index}`;
        const start = reservation(callId, { isUrgent, windows, resource: null });
        const end = isRejected && index === size - 1 ? rejection(callId, wait) : { ...success(callId), cpuTime };
        return [
          { command: start, gap: index === 0 ? pause : 10 },
          { command: end, gap: 10 },
        ];
      }).flat(),
    ),
  );

const history = fc
  .array(fc.oneof({ weight: 6, arbitrary: step }, { weight: 2, arbitrary: burst }, series), {
    minLength: 1,
    maxLength: 30,
  })
  .map((steps) => steps.flat());
