import { createQuotaStore } from "@forgehand/core/quota";
import type { Bench, Measured } from "../harness.ts";
import { startForgehand } from "../pace/clients.ts";
import { type BenchJob, wireRequest } from "../pace/job.ts";
import { minimumSeconds } from "../pace/minimum.ts";
import { type CaseRow, createRow, type RowDetails } from "../row.ts";
import { startEngines } from "./engines.ts";
import { createOctokitCluster } from "./octokit-cluster.ts";
import { type QuotaEngine, quotaEngines, type SharedState } from "./quota-engines.ts";
import { runProcesses, type SharedOutcome, type SharedWork, type StartProcess } from "./run-processes.ts";

const jobs = Array.from({ length: 2000 }, (_, index): BenchJob => ({ kind: "secret", number: index + 1 }));

/** Jobs of processes that share a token. */
export interface NamedWork extends SharedWork {
  readonly name: string;
}

export const STEADY = { name: "8 processes", jobs, processes: 8 } as const satisfies NamedWork;

export const CHANGING = {
  name: "8 to 12 processes, one killed every minute",
  jobs,
  processes: 8,
  mostProcesses: 12,
} as const satisfies NamedWork;

/** Bottleneck notifies other clients of free capacity, which takes turns that no command covers. */
const OCTOKIT_WORK: NamedWork = { ...STEADY, quietTurns: 20 };

/** Virtual milliseconds that a command takes, as from a machine to an engine beside it. */
const COMMAND_MS = 1;
const BUDGET = { must: 1.06, aim: 1.02 } as const;
/** Seeds of a full run with the memory, which reports the worst result. Engines take too long for several. */
const SEEDS = [1, 2, 3];

/** Result of one client's processes. */
export interface MeasuredWork extends Omit<SharedOutcome, "seconds" | "started"> {
  readonly client: "forgehand" | "fixed shares" | "octokit";
  /** The engine that holds the shared state; absent if there is none. */
  readonly engine?: QuotaEngine["name"];
  readonly work: string;
  /** Duration divided by the minimum that the limits allow. */
  readonly ratio: number;
}

/** Makes 2,000 writes by processes that share a token, in virtual time. */
export async function measureSharedQuota(bench: Bench): Promise<Measured> {
  const engines = await startEngines(bench, "shared quotas");
  const measured: MeasuredWork[] = [];
  const measure = async (
    client: Pick<MeasuredWork, "client" | "engine">,
    works: readonly NamedWork[],
    open: () => Promise<{ readonly start: StartProcess; readonly close?: () => unknown }>,
  ) => {
    for (const work of works) {
      bench.onProgress([...Object.values(client), work.name].join(", "));
      const isVaried = work === CHANGING && client.engine === "memory" && !bench.isQuick;
      const results: MeasuredWork[] = [];
      for (const seed of isVaried ? SEEDS : [1]) {
        const { start, close } = await open();
        const { seconds, started: _, ...outcome } = await runProcesses(start, { ...work, seed });
        await close?.();
        const ratio = seconds / minimumSeconds(jobs.map(wireRequest));
        results.push({ ...client, work: work.name, ratio, ...outcome });
      }
      measured.push(...worstOf(results));
    }
  };
  for (const { name, open } of quotaEngines(engines)) {
    if (bench.isQuick && name === "Postgres") continue;
    const works = bench.isQuick && name === "Redis" ? [CHANGING] : [STEADY, CHANGING];
    await measure({ client: "forgehand", engine: name }, works, async () => {
      const { connect, close } = await open(() => Date.now());
      return { start: startWithStore(connect), close };
    });
  }
  if (!bench.isQuick) {
    await measure({ client: "fixed shares" }, [STEADY, CHANGING], async () => ({ start: startWithShare }));
    const { redis } = engines;
    const cluster = async () => createOctokitCluster(redis?.port ?? 0);
    if (redis) await measure({ client: "octokit", engine: "Redis" }, [OCTOKIT_WORK], cluster);
  }
  return { rows: sharedQuotaRows(measured), json: measured };
}

/** Our client, whose processes share the quota through a store. */
export const startWithStore =
  (connect: SharedState["connect"]): StartProcess =>
  async ({ fetch, whileAlive, hold, number }) => {
    const run = hold((await hold(connect)()).run);
    const slowRun: typeof run = async (...command) => {
      await new Promise((resolve) => setTimeout(resolve, COMMAND_MS));
      return run(...command);
    };
    return startForgehand({ fetch, seed: number, store: createQuotaStore(whileAlive(slowRun)) });
  };

/** Our client, whose processes each have a fixed share of the limits. */
export const startWithShare: StartProcess = ({ fetch, share, number }) =>
  startForgehand({ fetch, share, seed: number });

/** The slowest of several results, with the failures of all of them. */
function worstOf(results: readonly MeasuredWork[]): MeasuredWork[] {
  const [slowest] = results.toSorted((one, other) => other.ratio - one.ratio);
  const sum = (figure: (result: MeasuredWork) => number) => results.reduce((total, each) => total + figure(each), 0);
  if (!slowest) return [];
  const [refused, lost, duplicates] = [
    sum((result) => result.refused),
    sum((result) => result.lost),
    sum((result) => result.duplicates),
  ];
  return [{ ...slowest, refused, lost, duplicates }];
}

/** Rows that show how processes shared a token. */
export function sharedQuotaRows(measured: readonly MeasuredWork[]): CaseRow[] {
  const ours = measured.filter(({ engine, client }) => client === "forgehand" && engine !== undefined);
  const rows = measured.map(({ client, engine, work, ratio, kills, interrupted, ...failures }) => {
    const subject = engine === undefined ? client : `${client} on ${engine}`;
    // Virtual time, and therefore the same on every machine.
    const budget = client === "forgehand" ? ({ ...BUDGET, steady: "exact" } as const) : {};
    const notes = { rejected: failures.refused, lost: failures.lost, duplicates: failures.duplicates };
    const note = [
      ...(kills > 0 ? [`${kills} killed, ${interrupted} calls repeated`] : []),
      ...Object.entries(notes).flatMap(([label, count]) =>
        count > 0 ? [`${count.toLocaleString("en")} ${label}`] : [],
      ),
    ].join(", ");
    const details: RowDetails = {
      implementation: subject,
      ...budget,
      ...(client !== "forgehand" && { comparedWith: `forgehand on Redis, ${work}` }),
      ...(note !== "" && { note }),
    };
    return createRow(`${subject}, ${work}`, "x", ratio, details);
  });
  const total = (label: string, figure: (result: MeasuredWork) => number) => {
    const count = ours.reduce((sum, result) => sum + figure(result), 0);
    return createRow(`forgehand on all engines: ${label}`, "calls", count, { must: 0, steady: "exact" });
  };
  return [
    ...rows,
    total("rejected", ({ refused }) => refused),
    total("lost", ({ lost }) => lost),
    total("duplicates", ({ duplicates }) => duplicates),
  ];
}
