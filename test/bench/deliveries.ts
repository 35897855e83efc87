import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { realPayload } from "../../packages/core/src/webhooks/real-payload.fixture.ts";
import type { Bench, BenchPart, Measured } from "./harness.ts";
import { runCommand } from "./processes.ts";
import { type Budget, createRow } from "./row.ts";
import type { DeliveryCost } from "./worker/receive.ts";
import { RECEIVER_NAMES, type ReceiverName } from "./worker/receivers.ts";

const ROUNDS = { rounds: 11, warmUps: 3, quick: { rounds: 7, warmUps: 2 } };

/** Receivers to compare. Budgets of the throughput are not marked steady, because they need free cores. */
const COMPARED: readonly (readonly [name: ReceiverName, baseline: ReceiverName, throughput?: Budget])[] = [
  ["forgehand", "octokit", { must: 1.2, aim: 1.3 }],
  ["forgehand, without validation", "octokit"],
  ["signature and JSON.parse only", "octokit"],
  ["forgehand", "octokit, build for other runtimes", { must: 1.7, aim: 2 }],
  ["forgehand, Request", "octokit, Request"],
];

const RECOVERY = "recovery of 1,000,000 records";
const MAX_RECOVERY_MEGABYTES = 100;

const Cost: z.ZodMiniType<DeliveryCost> = z.object({ cpu: z.number(), loop: z.number(), wall: z.number() });
const Recovered = z.object({ bytes: z.number(), seconds: z.number() });

export const DELIVERIES: readonly BenchPart[] = [{ measure: measureReceiving }, { measure: measureRecovery }];

/**
 * Measures verifying, parsing and validating a delivery, compared with @octokit/webhooks, which doesn't validate. Every
 * receiver runs in its own process.
 */
async function measureReceiving({ installCore, startWorker, compare }: Bench): Promise<Measured> {
  const folder = installCore();
  const payloadFile = join(folder, "payload.json");
  writeFileSync(payloadFile, JSON.stringify(realPayload("pull_request")));
  const candidates = [];
  let kB = "";
  for (const name of RECEIVER_NAMES) {
    const { ready, request } = await startWorker("receive.ts", [name, payloadFile], folder);
    kB = `${Math.round(z.int().parse(ready) / 1000)} kB`;
    candidates.push({ name, cost: async () => Cost.parse(await request("receive")) });
  }
  const by = await compare(candidates, ROUNDS);
  const [wall, cpu, loop] = [by((cost) => cost.wall), by((cost) => cost.cpu), by((cost) => cost.loop)];
  const ratios = COMPARED.flatMap(([name, baseline, throughput]) =>
    (
      [
        ["second", wall, throughput],
        ["CPU second", cpu],
        ["second of the event loop", loop],
      ] as const
    ).map(([per, costs, budget]) =>
      createRow(`${name} over ${baseline}, per ${per}, ${kB}`, "x", costs.ratio(baseline, name), {
        moreIsBetter: true,
        ...budget,
      }),
    ),
  );
  const rates = RECEIVER_NAMES.map((name) => {
    const { median, low, high } = wall.of(name);
    return createRow(`${name}, ${kB}`, "/s", { median: 1000 / median, low: 1000 / high, high: 1000 / low });
  });
  const json = ratios.map(({ name, figure, must }) => ({ case: name, ratio: figure, ...(must && { must }) }));
  return { rows: [...ratios, ...rates], json };
}

/** Measures how much memory planning the recovery of a million failed events adds to a process. */
async function measureRecovery({ onProgress, installCore }: Bench): Promise<Measured> {
  onProgress("recovery");
  const worker = join(installCore(), "worker/recovery.ts");
  const { code, output, errors } = await runCommand([process.execPath, "--expose-gc", worker]);
  if (code !== 0) throw new Error(errors);
  const { bytes, seconds } = Recovered.parse(JSON.parse(output));
  const mb = bytes / 1e6;
  const rows = [
    createRow(`${RECOVERY}: memory`, "MB", mb, { must: MAX_RECOVERY_MEGABYTES, steady: "exact" }),
    createRow(`${RECOVERY}: time`, "s", seconds),
  ];
  // Budget divided by memory used: at least 1 if the budget is kept.
  return { rows, json: [{ case: RECOVERY, ratio: MAX_RECOVERY_MEGABYTES / mb, must: 1, mb, seconds }] };
}
