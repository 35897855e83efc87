import { sealSecret } from "@forgehand/core/sealed-box";
import * as z from "zod/mini";
import type { Bench, BenchPart, Measured } from "../harness.ts";
import { spreadOf } from "../measure.ts";
import { createRow } from "../row.ts";
import type { SimulatedRun, SimulationCost } from "../worker/fleet.ts";
import type { FleetSize } from "./fleet.ts";
import { measurePostgres, measureRedis } from "./sizing.ts";

const SIZE: FleetSize = { owners: 400, repositories: 100_000 };
const PROCESSES = [1, 4, 16];
const NAME = "100,000 repositories of 400 owners";

const Cost: z.ZodMiniType<SimulationCost> = z.object({
  seconds: z.number(),
  minimum: z.number(),
  calls: z.int(),
  rejected: z.int(),
  lost: z.int(),
  storeCommands: z.int(),
  cpu: z.number(),
  memory: z.number(),
});

export const SIMULATION: readonly BenchPart[] = [
  { isSlow: true, measure: measureFleet },
  { measure: async () => measureSealing() },
  { isSlow: true, measure: measureRedis },
  { isSlow: true, measure: measurePostgres },
];

/** Works through a large fleet with several numbers of processes, each number in a child process of its own. */
async function measureFleet({ onProgress, startWorker }: Bench): Promise<Measured> {
  const run = async (message: SimulatedRun) => {
    onProgress(`${message.processes} processes`);
    const worker = await startWorker("fleet.ts");
    const cost = Cost.parse(await worker.request(message));
    worker.stop();
    return cost;
  };
  const simulation = await run({ ...SIZE, processes: 1, hasClient: false });
  const rows = [];
  for (const processes of PROCESSES) {
    const cost = await run({ ...SIZE, processes, hasClient: true });
    const { seconds, minimum, calls, rejected, lost, storeCommands, cpu, memory } = cost;
    const name = `${NAME}, ${processes} ${processes === 1 ? "process" : "processes"}`;
    const exact = { steady: "exact" } as const;
    rows.push(
      createRow(name, "s", seconds),
      createRow(`${name}, compared with the minimum`, "x", seconds / minimum, { must: 1.06, ...exact }),
      createRow(`${name}: calls`, "calls", calls),
      createRow(`${name}: rejected`, "calls", rejected, { must: 0, ...exact }),
      createRow(`${name}: lost`, "calls", lost, { must: 0, ...exact }),
      createRow(`${name}: store commands, compared with calls`, "x", storeCommands / calls),
      createRow(`${name}: CPU of a call and its store commands`, "ms", (cpu - simulation.cpu) / calls),
      createRow(`${name}: memory of each`, "MB", (memory - simulation.memory) / processes / 1e6),
    );
  }
  return { rows };
}

const ROUNDS = 9;
const SEALS_PER_ROUND = 50;
const KEY = btoa("\t".padEnd(32, "\0"));

/** Measures the encryption of a secret for one repository. */
function measureSealing(): Measured {
  const samples = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let index = 0; index < SEALS_PER_ROUND; index++) sealSecret("a new secret value", KEY);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / SEALS_PER_ROUND;
  });
  return { rows: [createRow("encrypting a secret, CPU", "ms", spreadOf(samples))] };
}
