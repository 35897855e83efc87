import { figuresOf, type Spread, samplesOf } from "../measure.ts";
import type { Order } from "../order.ts";
import type { Result } from "../result.ts";
import type { Budget, Row } from "../row.ts";
import { type Receive, receivers } from "./receivers.ts";
import { measureRecovery } from "./recovery.ts";

const ROUNDS = { rounds: 11, warmUps: 3 };

/** How many times as many in a second: that takes cores which other work may have. */
const OVER_OCTOKIT: Budget = { must: 1.5 };

/** A round takes in so many, so many at once. */
const DELIVERIES = 2000;
const IN_FLIGHT = 50;

/** Milliseconds for one delivery: of the clock, of all threads, of the one that everything else waits for. */
interface Cost {
  readonly wall: number;
  readonly cpu: number;
  readonly loop: number;
}

/** Verifying, parsing and checking a delivery, against @octokit/webhooks, which checks nothing. */
export async function measureDeliveries({ isQuick, tell }: Order): Promise<Result> {
  const taken = isQuick ? { rows: [], json: [] } : await measureTaking(tell);
  tell("recovery");
  const recovery = await measureRecovery();
  return { rows: [...taken.rows, ...recovery.rows], json: [...taken.json, ...recovery.json] };
}

async function measureTaking(tell: Order["tell"]): Promise<Result> {
  const { size, candidates } = await receivers();
  const names = keysOf(candidates);
  const samples = await samplesOf(
    names.map((name) => ({ name, cost: () => costOf(candidates[name]) })),
    { ...ROUNDS, tell },
  );
  const of = (figure: (cost: Cost) => number) => figuresOf(samples, figure);
  const [wall, cpu, loop] = [of((cost) => cost.wall), of((cost) => cost.cpu), of((cost) => cost.loop)];
  const kB = `${Math.round(size / 1000)} kB`;
  type Name = (typeof names)[number];
  /** How many times as many in the same time. */
  const compare = (name: Name, baseline: Name, budget: Budget = {}): Row[] => [
    row(`${name} over ${baseline}, per second, ${kB}`, wall.ratio(baseline, name), budget),
    row(`${name} over ${baseline}, per CPU second, ${kB}`, cpu.ratio(baseline, name)),
    row(`${name} over ${baseline}, per second of the event loop, ${kB}`, loop.ratio(baseline, name)),
  ];
  const rows = [
    ...compare("forgehand", "octokit", OVER_OCTOKIT),
    ...compare("forgehand, unchecked", "octokit"),
    ...compare("signature and JSON.parse alone", "octokit"),
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

async function costOf(receive: Receive): Promise<Cost> {
  const [cpu, loop, start] = [process.cpuUsage(), process.threadCpuUsage(), performance.now()];
  for (let taken = 0; taken < DELIVERIES; taken += IN_FLIGHT) {
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => receive()));
  }
  const wall = (performance.now() - start) / DELIVERIES;
  const each = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000 / DELIVERIES;
  return { wall, cpu: each(process.cpuUsage(cpu)), loop: each(process.threadCpuUsage(loop)) };
}

function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): readonly K[] {
  const has = (key: string): key is K => Object.hasOwn(record, key);
  return Object.keys(record).filter(has);
}
