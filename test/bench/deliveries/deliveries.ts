import type { CaseOptions } from "../case-options.ts";
import { collectSamples, compareSamples, type Spread } from "../measure.ts";
import type { BenchResult } from "../result.ts";
import type { Budget, Row } from "../row.ts";
import { createReceivers, type ReceiveDelivery } from "./receivers.ts";
import { measureRecovery } from "./recovery.ts";

const ROUNDS = { rounds: 11, warmUps: 3 };

/** Budget of the throughput ratio. Not marked steady, because it needs free cores. */
const OVER_OCTOKIT: Budget = { must: 1.5 };

/** Deliveries per round, and how many of them concurrently. */
const DELIVERIES = 2000;
const IN_FLIGHT = 50;

/** Milliseconds per delivery: wall-clock time, CPU time of all threads, CPU time of the event loop's thread. */
interface DeliveryCost {
  readonly wall: number;
  readonly cpu: number;
  readonly loop: number;
}

/** Measures verifying, parsing and validating a delivery, compared with @octokit/webhooks, which doesn't validate. */
export async function measureDeliveries({ isQuick, onProgress }: CaseOptions): Promise<BenchResult> {
  const received = isQuick ? { rows: [], json: [] } : await measureReceiving(onProgress);
  onProgress("recovery");
  const recovery = await measureRecovery();
  return { rows: [...received.rows, ...recovery.rows], json: [...received.json, ...recovery.json] };
}

async function measureReceiving(onProgress: CaseOptions["onProgress"]): Promise<BenchResult> {
  const { size, candidates } = await createReceivers();
  const names = keysOf(candidates);
  const samples = await collectSamples(
    names.map((name) => ({ name, cost: () => costOf(candidates[name]) })),
    { ...ROUNDS, onProgress },
  );
  const compareBy = (figure: (cost: DeliveryCost) => number) => compareSamples(samples, figure);
  const [wall, cpu, loop] = [
    compareBy((cost) => cost.wall),
    compareBy((cost) => cost.cpu),
    compareBy((cost) => cost.loop),
  ];
  const kB = `${Math.round(size / 1000)} kB`;
  type Name = (typeof names)[number];
  /** Ratios of throughput. */
  const compare = (name: Name, baseline: Name, budget: Budget = {}): Row[] => [
    row(`${name} over ${baseline}, per second, ${kB}`, wall.ratio(baseline, name), budget),
    row(`${name} over ${baseline}, per CPU second, ${kB}`, cpu.ratio(baseline, name)),
    row(`${name} over ${baseline}, per second of the event loop, ${kB}`, loop.ratio(baseline, name)),
  ];
  const rows = [
    ...compare("forgehand", "octokit", OVER_OCTOKIT),
    ...compare("forgehand, without validation", "octokit"),
    ...compare("signature and JSON.parse only", "octokit"),
    ...compare("forgehand", "octokit, build for other runtimes", OVER_OCTOKIT),
    ...compare("forgehand, Request", "octokit, Request"),
    ...names.map((name): Row => {
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

async function costOf(receive: ReceiveDelivery): Promise<DeliveryCost> {
  const [cpu, loop, start] = [process.cpuUsage(), process.threadCpuUsage(), performance.now()];
  for (let received = 0; received < DELIVERIES; received += IN_FLIGHT) {
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => receive()));
  }
  const wall = (performance.now() - start) / DELIVERIES;
  const perDelivery = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000 / DELIVERIES;
  return { wall, cpu: perDelivery(process.cpuUsage(cpu)), loop: perDelivery(process.threadCpuUsage(loop)) };
}

function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): readonly K[] {
  const has = (key: string): key is K => Object.hasOwn(record, key);
  return Object.keys(record).filter(has);
}
