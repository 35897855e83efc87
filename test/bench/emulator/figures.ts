import type { Spread } from "../measure.ts";
import type { Result } from "../result.ts";
import type { Budget, Row } from "../row.ts";
import type { HookCosts } from "./hooks.ts";
import type { PageCosts } from "./large.ts";
import type { Served } from "./serving.ts";
import type { Starts } from "./starting.ts";

/** What was measured of the emulator. */
export interface EmulatorFigures {
  readonly served: readonly { readonly name: string; readonly count: number; readonly served: Served }[];
  readonly starts: Starts;
  readonly hooks?: HookCosts;
  readonly large?: readonly PageCosts[];
}

/** How many requests a second at least, over a server that does nothing. */
const RATIOS: Readonly<Record<string, Budget>> = {
  repository: { must: 0.5, aim: 0.7, steady: "rounds" },
  list: { must: 0.35, aim: 0.5, steady: "rounds" },
  write: { must: 0.35, aim: 0.5, steady: "rounds" },
};

/** Is there a budget for what a server does with these calls? */
export function hasBudget(workload: string): boolean {
  return Object.hasOwn(RATIOS, workload);
}

const READY: Budget = { must: 0.3, aim: 0.15 };
/** What else is running takes nothing of it, and adds nothing. */
const MEMORY: Budget = { must: 100, aim: 85, steady: "rounds" };
/** A call takes a tenth longer at most where webhooks are told of it. */
const HOOKS = { must: 1.1 };
/** A page costs what a page costs, wherever it lies. */
const DEEP = { must: 2 };

/** The figures, for people and for programs. */
export function emulatorResult({ served, starts, hooks, large = [] }: EmulatorFigures): Result {
  const rows = [
    ...served.flatMap(({ name, count, served: { cpu, wall } }): Row[] => [
      {
        ...row(`${name}: over a bare node:http`, "x", cpu.ratio("bare", "emulator")),
        ...RATIOS[name],
        moreIsBetter: true,
      },
      { ...row(`${name}: requests in a second`, "/s", perSecond(wall.of("emulator"), count)), moreIsBetter: true },
      { ...row(`${name}: bare node:http`, "/s", perSecond(wall.of("bare"), count)), moreIsBetter: true },
    ]),
    { ...row("start: ready", "s", inSeconds(starts.ready.of("emulator"))), ...READY },
    row("start: first answer", "s", inSeconds(starts.answered)),
    row("start: a Node that does nothing", "s", inSeconds(starts.ready.of("node"))),
    { ...row("start: memory when idle", "MB", starts.rss), ...MEMORY },
    ...(hooks ? hookRows(hooks) : []),
    ...large.flatMap(({ list, small, first, deep }): Row[] => [
      { case: "emulator", name: `large: a page of ${list}`, unit: "ms", figure: first },
      {
        case: "emulator",
        name: `large: a deep page of ${list}, over a short list's`,
        unit: "x",
        figure: deep / small,
        ...DEEP,
      },
    ]),
  ];
  const none = { ratio: null, rps: null, startMs: null, rssMb: null };
  const json = [
    ...served.map(({ name, count, served: { cpu, wall } }) => ({
      ...{ case: name, ...none },
      ratio: cpu.ratio("bare", "emulator").median,
      rps: perSecond(wall.of("emulator"), count).median,
    })),
    {
      ...{ case: "start", ...none },
      startMs: starts.ready.of("emulator").median,
      answerMs: starts.answered.median,
      rssMb: starts.rss.median,
    },
    ...(hooks
      ? [
          {
            ...{ case: "hooks", ...none },
            ratio: hooks.call.ratio("hooks", "none").median,
            callMs: hooks.call.of("hooks").median,
            deliveredSeconds: hooks.delivered.of("hooks").median,
          },
        ]
      : []),
    ...large.map(({ list, small, first, deep }) => ({
      ...{ case: "large", ...none, list },
      ratio: small / deep,
      pageMs: { small, first, deep },
    })),
  ];
  return { rows, json };
}

function hookRows({ call, delivered }: HookCosts): Row[] {
  return [
    {
      ...row("hooks: a call that three are told of, over one that none is", "x", call.ratio("hooks", "none")),
      ...HOOKS,
    },
    row("hooks: such a call", "ms", call.of("hooks")),
    row("hooks: 1,000 stars in a second, until the last of 3,000 deliveries", "s", delivered.of("hooks")),
  ];
}

function row(name: string, unit: Row["unit"], { median: figure, low, high }: Spread): Row {
  return { case: "emulator", name, unit, figure, low, high };
}

function inSeconds({ median, low, high }: Spread): Spread {
  return { median: median / 1000, low: low / 1000, high: high / 1000 };
}

/** What took longest was least in a second. */
function perSecond({ median, low, high }: Spread, count: number): Spread {
  return { median: count / median, low: count / high, high: count / low };
}
