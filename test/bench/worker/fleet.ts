// Child process: works through a fleet of repositories in virtual time, once for each message, and replies with the outcome
// and its cost.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as z from "zod/mini";
import { createFleet } from "../simulation/fleet.ts";
import { type FleetOutcome, runFleet, withClient, withoutClient } from "../simulation/run-fleet.ts";
import { replyToParent } from "./reply.ts";

const SimulatedRun = z.object({
  owners: z.int(),
  repositories: z.int(),
  processes: z.int(),
  /** Whether the calls are made by our client; otherwise nothing waits for any limit. */
  hasClient: z.boolean(),
});
export type SimulatedRun = z.output<typeof SimulatedRun>;

/** The outcome of a run, and the most that it has cost this process. */
export interface SimulationCost extends FleetOutcome {
  /** CPU time of all threads, in milliseconds. */
  readonly cpu: number;
  /** Most heap in use, in bytes. */
  readonly memory: number;
}

/** Number of calls between two measurements of the heap. */
const SAMPLED_CALLS = 30_000;

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

function heapInUse(): number {
  if (typeof collectGarbage !== "function") throw new Error("no garbage collection on request");
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function run({ hasClient, processes, ...size }: SimulatedRun): Promise<SimulationCost> {
  let memory = 0;
  let sampling = 0;
  const cpuTime = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const sample = (calls: number) => {
    if (calls % SAMPLED_CALLS !== SAMPLED_CALLS / 2) return;
    const before = cpuTime();
    memory = Math.max(memory, heapInUse());
    sampling += cpuTime() - before;
  };
  const before = cpuTime();
  const outcome = await runFleet(createFleet(size), processes, hasClient ? withClient : withoutClient, sample);
  return { ...outcome, cpu: cpuTime() - before - sampling, memory };
}

replyToParent((message) => run(SimulatedRun.parse(message)));
