import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import type { Bench, Measured } from "../harness.ts";
import { median, type RoundComparison } from "../measure.ts";
import type { WorkerProcess } from "../processes.ts";
import { createRow } from "../row.ts";
import type { PacedLoad } from "../worker/paced-load.ts";
import { COMMAND, jsonEntry, startBenchEmulator } from "./bench-emulator.ts";
import { createSeed, OWNER, repositoryName } from "./bench-seed.ts";

/** Calls per second, each on a repository of its own, and the number of webhooks that receive each event. */
const CALLS = 1000;
const HOOKS = 3;

const ROUNDS = { rounds: 9, warmUps: 2 };

/**
 * Time after which a delivery counts as missing, in milliseconds. Generous, because the receiver runs at the lowest
 * priority.
 */
const DELIVERY_TIMEOUT_MS = 60_000;

const PacedResult = z.object({ latencies: z.array(z.number()) });
const DeliveredGuids = z.array(z.array(z.string()));

/**
 * Sends a thousand star calls in one second per round, with three webhooks and with none.
 * @throws Error if a delivery is missing or out of order
 */
export async function measureHooks(bench: Bench): Promise<Measured> {
  const paced = await bench.startWorker("paced-load.ts");
  const receiver = await bench.startWorker("hook-receiver.ts");
  const hooked = await startHookedEmulator(bench, `http://127.0.0.1:${receiver.ready}/`, HOOKS);
  const bare = await startHookedEmulator(bench, "", 0);
  let expected = 0;
  const round = async (nextLoad: () => PacedLoad) => {
    const startedAt = performance.now();
    const { latencies } = PacedResult.parse(await paced.request(nextLoad()));
    if (nextLoad === hooked) {
      expected += CALLS;
      await allDelivered(receiver, expected);
    }
    return { call: median(latencies), delivered: (performance.now() - startedAt) / 1000 };
  };
  const by = await bench.compare(
    [
      { name: "hooks", cost: () => round(hooked) },
      { name: "none", cost: () => round(bare) },
    ],
    ROUNDS,
    "hooks",
  );
  return hooksResult(
    by(({ call }) => call),
    by(({ delivered }) => delivered),
  );
}

/**
 * Reports the effect of webhooks on calls.
 * @param call median latency of the calls in milliseconds
 * @param delivered seconds from the first call to the last delivery
 */
export function hooksResult(call: RoundComparison<"hooks" | "none">, delivered: RoundComparison<"hooks" | "none">) {
  const ratio = call.ratio("hooks", "none");
  const name = "hooks: a call delivered to three webhooks";
  const rows = [
    // Webhooks barely make a call slower.
    createRow(`${name}, ratio to one delivered to none`, "x", ratio, { must: 1.15, aim: 1.05 }),
    createRow(name, "ms", call.of("hooks")),
    createRow("hooks: 1,000 stars per second, until the last of 3,000 deliveries", "s", delivered.of("hooks")),
  ];
  const json = {
    ratio: ratio.median,
    callMs: call.of("hooks").median,
    deliveredSeconds: delivered.of("hooks").median,
  };
  return { rows, json: [jsonEntry("hooks", json)] };
}

/**
 * Starts an emulator with webhooks.
 * @returns a function that creates a round's calls, which alternately remove every star and add it again
 */
async function startHookedEmulator(bench: Bench, receiverUrl: string, count: number): Promise<() => PacedLoad> {
  const hooks = Array.from({ length: count }, (_, index) => ({
    url: `${receiverUrl}${index}`,
    content_type: "json",
    events: ["star"],
    secret: "s",
  }));
  const seed = join(bench.createFolder(), "seed.json");
  writeFileSync(seed, JSON.stringify(createSeed(CALLS, hooks)));
  const { apiUrl, token } = await startBenchEmulator(bench, [COMMAND, "--seed", seed]);
  const urls = Array.from({ length: CALLS }, (_, index) => `${apiUrl}/user/starred/${OWNER}/${repositoryName(index)}`);
  const headers = { authorization: `Bearer ${token}` };
  // Initially, all repositories are starred.
  let isStarred = true;
  return () => {
    const method = isStarred ? "DELETE" : "PUT";
    isStarred = !isStarred;
    return { calls: urls.map((url) => ({ method, url })), headers, perSecond: CALLS, status: 204 };
  };
}

/**
 * Waits until all events are delivered.
 * @throws Error if deliveries are missing, duplicated or in different orders
 */
async function allDelivered(receiver: WorkerProcess, expected: number): Promise<void> {
  const deadline = performance.now() + DELIVERY_TIMEOUT_MS;
  let deliveredGuids: string[][] = [];
  while (deliveredGuids.length < HOOKS || deliveredGuids.some((guids) => guids.length < expected)) {
    if (performance.now() > deadline) {
      const counts = deliveredGuids.map((guids) => guids.length).join(", ");
      throw new Error(`of ${expected} events, the webhooks received ${counts}`);
    }
    await wait(5);
    deliveredGuids = DeliveredGuids.parse(await receiver.request("report deliveries"));
  }
  const [first = []] = deliveredGuids;
  for (const guids of deliveredGuids) {
    if (guids.length !== expected || new Set(guids).size !== expected)
      throw new Error("a webhook received a duplicate");
    if (guids.some((guid, index) => guid !== first[index]))
      throw new Error("webhooks received events in different orders");
  }
}
