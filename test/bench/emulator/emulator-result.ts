import type { Spread } from "../measure.ts";
import type { BenchResult } from "../result.ts";
import type { Budget, Row } from "../row.ts";
import type { ServerComparison } from "./compare-servers.ts";
import type { HookCosts } from "./measure-hooks.ts";
import type { PageCosts } from "./measure-large-lists.ts";
import type { StartFigures } from "./measure-starts.ts";

/** All measurements of the emulator. */
export interface EmulatorFigures {
  readonly served: readonly { readonly name: string; readonly count: number; readonly served: ServerComparison }[];
  readonly starts: StartFigures;
  readonly hooks?: HookCosts;
  readonly large?: readonly PageCosts[];
}

/** Minimum throughput, relative to a server that does nothing. */
const THROUGHPUT_BUDGETS: Readonly<Record<string, Budget>> = {
  repository: { must: 0.5, aim: 0.7, steady: "rounds" },
  list: { must: 0.35, aim: 0.55, steady: "rounds" },
  write: { must: 0.35, aim: 0.5, steady: "rounds" },
};

export function hasBudget(workload: string): boolean {
  return Object.hasOwn(THROUGHPUT_BUDGETS, workload);
}

const READY_BUDGET: Budget = { must: 0.3, aim: 0.15 };
/** Memory does not depend on other load on the machine. */
const MEMORY_BUDGET: Budget = { must: 100, aim: 85, steady: "rounds" };
/** Webhooks barely make a call slower. */
const HOOKS_BUDGET = { must: 1.15, aim: 1.05 };
/** A page must cost about the same wherever it is in the list. */
const DEEP_PAGE_BUDGET = { must: 2 };

/** Reports the measurements as rows and JSON. */
export function emulatorResult({ served, starts, hooks, large = [] }: EmulatorFigures): BenchResult {
  const rows = [
    ...served.flatMap(({ name, count, served: { cpu, wall } }): Row[] => [
      {
        ...row(`${name}: ratio to a bare node:http`, "x", cpu.ratio("bare", "emulator")),
        ...THROUGHPUT_BUDGETS[name],
        moreIsBetter: true,
      },
      { ...row(`${name}: requests per second`, "/s", perSecond(wall.of("emulator"), count)), moreIsBetter: true },
      { ...row(`${name}: bare node:http`, "/s", perSecond(wall.of("bare"), count)), moreIsBetter: true },
    ]),
    { ...row("start: ready", "s", inSeconds(starts.ready.of("emulator"))), ...READY_BUDGET },
    row("start: first response", "s", inSeconds(starts.answered)),
    row("start: an empty Node process", "s", inSeconds(starts.ready.of("node"))),
    { ...row("start: memory when idle", "MB", starts.rss), ...MEMORY_BUDGET },
    ...(hooks ? hookRows(hooks) : []),
    ...large.flatMap(({ list, small, first, deep }): Row[] => [
      { case: "emulator", name: `large: a page of ${list}`, unit: "ms", figure: first },
      {
        case: "emulator",
        name: `large: a deep page of ${list}, ratio to a short list's`,
        unit: "x",
        figure: deep / small,
        ...DEEP_PAGE_BUDGET,
      },
    ]),
  ];
  const none = { ratio: null, rps: null, startMs: null, rssMb: null };
  const json = [
    ...served.map(({ name, count, served: { cpu, wall } }) => ({
      case: name,
      ...none,
      ratio: cpu.ratio("bare", "emulator").median,
      rps: perSecond(wall.of("emulator"), count).median,
    })),
    {
      case: "start",
      ...none,
      startMs: starts.ready.of("emulator").median,
      answerMs: starts.answered.median,
      rssMb: starts.rss.median,
    },
    ...(hooks
      ? [
          {
            case: "hooks",
            ...none,
            ratio: hooks.call.ratio("hooks", "none").median,
            callMs: hooks.call.of("hooks").median,
            deliveredSeconds: hooks.delivered.of("hooks").median,
          },
        ]
      : []),
    ...large.map(({ list, small, first, deep }) => ({
      case: "large",
      ...none,
      list,
      ratio: small / deep,
      pageMs: { small, first, deep },
    })),
  ];
  return { rows, json };
}

function hookRows({ call, delivered }: HookCosts): Row[] {
  return [
    {
      ...row(
        "hooks: a call delivered to three webhooks, ratio to one delivered to none",
        "x",
        call.ratio("hooks", "none"),
      ),
      ...HOOKS_BUDGET,
    },
    row("hooks: a call delivered to three webhooks", "ms", call.of("hooks")),
    row("hooks: 1,000 stars per second, until the last of 3,000 deliveries", "s", delivered.of("hooks")),
  ];
}

function row(name: string, unit: Row["unit"], { median: figure, low, high }: Spread): Row {
  return { case: "emulator", name, unit, figure, low, high };
}

function inSeconds({ median, low, high }: Spread): Spread {
  return { median: median / 1000, low: low / 1000, high: high / 1000 };
}

/** Converts durations to rates; the longest duration becomes the lowest rate. */
function perSecond({ median, low, high }: Spread, count: number): Spread {
  return { median: count / median, low: count / high, high: count / low };
}
