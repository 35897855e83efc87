import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { realPayload } from "../../../packages/core/src/webhooks/real-payload.fixture.ts";
import type { CaseOptions } from "../case-options.ts";
import { type BenchProcess, startBenchProcess } from "../client/bench-process.ts";
import { installFromRoot, withInstalledCore } from "../installed-core.ts";
import { collectSamples, compareSamples, type Spread } from "../measure.ts";
import type { BenchResult } from "../result.ts";
import type { Budget, Row } from "../row.ts";
import { measureRecovery } from "./recovery.ts";
import type { DeliveryCost } from "./worker/delivery-cost.ts";
import { RECEIVER_NAMES, type ReceiverName } from "./worker/receivers.ts";

const WORKER = fileURLToPath(new URL("worker/", import.meta.url));

const OTHERS = ["@octokit/webhooks", "esbuild"];

const ROUNDS = { rounds: 11, warmUps: 3 };
const QUICK_ROUNDS = { rounds: 7, warmUps: 2 };

/** Budgets of the throughput ratios. Not marked steady, because they need free cores. */
const OVER_OCTOKIT: Budget = { must: 1.2, aim: 1.3 };
const OVER_WEB_BUILD: Budget = { must: 1.7, aim: 2 };

const Integer = z.int();
const Cost: z.ZodMiniType<DeliveryCost> = z.object({ cpu: z.number(), loop: z.number(), wall: z.number() });

/**
 * Measures verifying, parsing and validating a delivery, compared with @octokit/webhooks, which doesn't validate. Every
 * receiver runs in its own process.
 */
export function measureDeliveries(options: CaseOptions): Promise<BenchResult> {
  return withInstalledCore(async (folder) => {
    installFromRoot(folder, OTHERS);
    const worker = join(folder, "worker");
    cpSync(WORKER, worker, { recursive: true });
    const received = await measureReceiving(folder, worker, options);
    options.onProgress("recovery");
    const recovery = await measureRecovery(worker);
    return { rows: [...received.rows, ...recovery.rows], json: [...received.json, ...recovery.json] };
  });
}

async function measureReceiving(
  folder: string,
  worker: string,
  { isQuick, onProgress }: CaseOptions,
): Promise<BenchResult> {
  const payloadFile = join(folder, "payload.json");
  writeFileSync(payloadFile, JSON.stringify(realPayload("pull_request")));
  const children = new Map<ReceiverName, BenchProcess>();
  try {
    let size = 0;
    for (const name of RECEIVER_NAMES) {
      const child = startBenchProcess(join(worker, "main.ts"), name, payloadFile);
      children.set(name, child);
      size = Integer.parse(await child.nextMessage());
    }
    const candidates = Array.from(children, ([name, child]) => ({
      name,
      cost: async () => Cost.parse(await child.request("receive")),
    }));
    return deliveriesResult(
      size,
      await collectSamples(candidates, { ...(isQuick ? QUICK_ROUNDS : ROUNDS), onProgress }),
    );
  } finally {
    for (const child of children.values()) child.stop();
  }
}

function deliveriesResult(size: number, samples: ReadonlyMap<ReceiverName, readonly DeliveryCost[]>): BenchResult {
  const compareBy = (figure: (cost: DeliveryCost) => number) => compareSamples(samples, figure);
  const [wall, cpu, loop] = [
    compareBy((cost) => cost.wall),
    compareBy((cost) => cost.cpu),
    compareBy((cost) => cost.loop),
  ];
  const kB = `${Math.round(size / 1000)} kB`;
  /** Ratios of throughput. */
  const compare = (name: ReceiverName, baseline: ReceiverName, budget: Budget = {}): Row[] => [
    row(`${name} over ${baseline}, per second, ${kB}`, wall.ratio(baseline, name), budget),
    row(`${name} over ${baseline}, per CPU second, ${kB}`, cpu.ratio(baseline, name)),
    row(`${name} over ${baseline}, per second of the event loop, ${kB}`, loop.ratio(baseline, name)),
  ];
  const rows = [
    ...compare("forgehand", "octokit", OVER_OCTOKIT),
    ...compare("forgehand, without validation", "octokit"),
    ...compare("signature and JSON.parse only", "octokit"),
    ...compare("forgehand", "octokit, build for other runtimes", OVER_WEB_BUILD),
    ...compare("forgehand, Request", "octokit, Request"),
    ...RECEIVER_NAMES.map((name): Row => {
      const { median, low, high } = wall.of(name);
      return {
        case: "deliveries",
        name: `${name}, ${kB}`,
        unit: "/s",
        figure: 1000 / median,
        low: 1000 / high,
        high: 1000 / low,
      };
    }),
  ];
  const ratios = rows.filter(({ unit }) => unit === "x");
  return {
    rows,
    json: ratios.map(({ name, figure, must }) => ({ case: name, ratio: figure, ...(must && { must }) })),
  };
}

function row(name: string, { median: figure, low, high }: Spread, budget: Budget = {}): Row {
  return { case: "deliveries", name, unit: "x", figure, low, high, moreIsBetter: true, ...budget };
}
