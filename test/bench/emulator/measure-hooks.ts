import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { type BenchProcess, startBenchProcess } from "../client/bench-process.ts";
import { collectSamples, compareSamples, median, type RoundComparison } from "../measure.ts";
import { createSeed, OWNER, repositoryName } from "./bench-seed.ts";
import type { PacedLoad } from "./paced-load.ts";
import { type RunningProgram, startProgram } from "./program.ts";

const PACED_LOAD = fileURLToPath(new URL("paced-load.ts", import.meta.url));
const RECEIVER = fileURLToPath(new URL("hook-receiver.ts", import.meta.url));

/** Calls per second, each on a repository of its own, and the number of webhooks that receive each event. */
const CALLS = 1000;
const HOOKS = 3;

const ROUNDS = { rounds: 9, warmUps: 2 };

/**
 * Time after which a delivery counts as missing, in milliseconds. Generous, because the receiver runs at the lowest
 * priority.
 */
const DELIVERY_TIMEOUT_MS = 60_000;

/** Effect of webhooks on calls. */
export interface HookCosts {
  /** Median latency of the calls in milliseconds, with three webhooks and with none. */
  readonly call: RoundComparison<"hooks" | "none">;
  /** Seconds from the first call to the last delivery. */
  readonly delivered: RoundComparison<"hooks" | "none">;
}

interface HookedEmulator {
  readonly program: RunningProgram;
  readonly token: string;
  /** Calls that alternately remove every star and add it again. */
  readonly rounds: readonly PacedLoad["calls"][];
  round: number;
}

const Ready = z.object({ apiUrl: z.string(), tokens: z.object({ alice: z.string() }) });
const DeliveredGuids = z.array(z.array(z.string()));

/**
 * Sends a thousand star calls in one second per round.
 * @throws Error if a delivery is missing or out of order
 */
export async function measureHooks(command: string, onProgress: (round: string) => void): Promise<HookCosts> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-bench-"));
  const children: BenchProcess[] = [startBenchProcess(PACED_LOAD), startBenchProcess(RECEIVER)];
  const [paced, receiver] = children;
  const emulators: HookedEmulator[] = [];
  try {
    if (!paced || !receiver) throw new Error("the bench has no processes");
    await paced.nextMessage();
    const url = `http://127.0.0.1:${z.int().parse(await receiver.nextMessage())}/`;
    for (const count of [HOOKS, 0]) {
      emulators.push(await startHookedEmulator(command, join(folder, `${count}.json`), url, count));
    }
    const [hooked, bare] = emulators;
    if (!hooked || !bare) throw new Error("the bench has no services");
    let expected = 0;
    const round = async (emulator: HookedEmulator) => {
      const startedAt = performance.now();
      const { token, rounds } = emulator;
      const calls = rounds[emulator.round++ % rounds.length] ?? [];
      const headers = { authorization: `Bearer ${token}` };
      const load = { calls, headers, perSecond: CALLS, status: 204 } satisfies PacedLoad;
      const { latencies } = z.object({ latencies: z.array(z.number()) }).parse(await paced.request(load));
      if (emulator === hooked) {
        expected += CALLS;
        await allDelivered(receiver, expected);
      }
      return { call: median(latencies), delivered: (performance.now() - startedAt) / 1000 };
    };
    const samples = await collectSamples(
      [
        { name: "hooks", cost: () => round(hooked) },
        { name: "none", cost: () => round(bare) },
      ],
      { ...ROUNDS, onProgress },
    );
    return {
      call: compareSamples(samples, ({ call }) => call),
      delivered: compareSamples(samples, (sample) => sample.delivered),
    };
  } finally {
    for (const child of children) child.stop();
    await Promise.all(emulators.map(({ program }) => program.stop()));
    rmSync(folder, { recursive: true });
  }
}

async function startHookedEmulator(command: string, seed: string, url: string, count: number): Promise<HookedEmulator> {
  const hooks = Array.from({ length: count }, (_, index) => ({
    url: `${url}${index}`,
    content_type: "json",
    events: ["star"],
    secret: "s",
  }));
  writeFileSync(seed, JSON.stringify(createSeed(CALLS, hooks)));
  const program = await startProgram([command, "--seed", seed]);
  const { apiUrl, tokens } = Ready.parse(JSON.parse(program.line));
  const starOf = (method: string, index: number) => ({
    method,
    url: `${apiUrl}/user/starred/${OWNER}/${repositoryName(index)}`,
  });
  // Initially, all repositories are starred.
  const rounds = ["DELETE", "PUT"].map((method) => Array.from({ length: CALLS }, (_, index) => starOf(method, index)));
  return { program, token: tokens.alice, rounds, round: 0 };
}

/**
 * Waits until all events are delivered.
 * @throws Error if deliveries are missing, duplicated or in different orders
 */
async function allDelivered(receiver: BenchProcess, expected: number): Promise<void> {
  const deadline = performance.now() + DELIVERY_TIMEOUT_MS;
  let deliveredGuids: string[][] = [];
  while (deliveredGuids.length < HOOKS || deliveredGuids.some((guids) => guids.length < expected)) {
    if (performance.now() > deadline) {
      throw new Error(
        `of ${expected} events, the webhooks received ${deliveredGuids.map((guids) => guids.length).join(", ")}`,
      );
    }
    await wait(5);
    deliveredGuids = DeliveredGuids.parse(await receiver.request("report deliveries"));
  }
  const [first = [], ...others] = deliveredGuids;
  for (const guids of deliveredGuids) {
    if (guids.length !== expected || new Set(guids).size !== expected)
      throw new Error("a webhook received a duplicate");
  }
  for (const guids of others) {
    if (guids.some((guid, index) => guid !== first[index]))
      throw new Error("webhooks received events in different orders");
  }
}
