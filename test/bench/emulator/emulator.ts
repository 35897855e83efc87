import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import type { Order } from "../order.ts";
import type { Result } from "../result.ts";
import { type EmulatorFigures, emulatorResult, hasBudget } from "./figures.ts";
import { measureHooks } from "./hooks.ts";
import { measureLarge } from "./large.ts";
import { start } from "./process.ts";
import { startBench, type Workload } from "./serving.ts";
import { measureStarts } from "./starting.ts";
import { OWNER, repositoryName, worldOf } from "./world.ts";

const BUILT = fileURLToPath(new URL("../../../packages/emulator/dist/", import.meta.url));
const COMMAND = join(BUILT, "cli.js");
const MODULE = join(BUILT, "index.js");

/** Enough repositories for a whole page, and some that have no webhook. */
const REPOSITORIES = 50;

// The code of a server is compiled after some thousands of calls.
const ROUNDS = { rounds: 9, warmUps: 2 };
const QUICK_ROUNDS = { rounds: 7, warmUps: 2 };

const starOf = (method: string, index: number) => ({
  ...{ method, path: `/api/v3/user/starred/${OWNER}/${repositoryName(index)}` },
});
const each = Array.from({ length: REPOSITORIES - 1 }, (_, index) => index + 1);

const WORKLOADS: Readonly<Record<string, Workload>> = {
  repository: {
    calls: [{ method: "GET", path: `/api/v3/repos/${OWNER}/${repositoryName(1)}` }],
    ...{ status: 200, count: 15_000 },
  },
  list: { calls: [{ method: "GET", path: `/api/v3/orgs/${OWNER}/repos` }], status: 200, count: 3000 },
  write: { calls: each.map((index) => starOf("PUT", index)), status: 204, count: 15_000 },
  // The same where each call changes something: a star is given, and taken back.
  change: {
    calls: each.flatMap((index) => [starOf("DELETE", index), starOf("PUT", index)]),
    ...{ status: 204, count: 8000 },
  },
};

const Ready = z.object({ apiUrl: z.string(), tokens: z.object({ alice: z.string() }) });

/** The built emulator: as a process of its own, against a server that sends the same bytes and does nothing else. */
export async function measureEmulator(order: Order): Promise<Result> {
  if (!existsSync(COMMAND)) throw new Error("the emulator is not built; run npm run build");
  const { tell } = order;
  const served = await measureServing(order);
  const starts = await measureStarts(COMMAND, order);
  if (order.isQuick) return emulatorResult({ served, starts });
  const hooks = await measureHooks(COMMAND, (round) => tell(`hooks, ${round}`));
  tell("large worlds");
  return emulatorResult({ served, starts, hooks, large: await measureLarge(MODULE) });
}

async function measureServing({ isQuick, tell }: Order): Promise<EmulatorFigures["served"]> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-bench-"));
  const seed = join(folder, "seed.json");
  writeFileSync(seed, JSON.stringify(worldOf(REPOSITORIES)));
  const bench = await startBench();
  try {
    const program = await start([COMMAND, "--seed", seed]);
    const { apiUrl, tokens } = Ready.parse(JSON.parse(program.line));
    const emulator = { port: Number(new URL(apiUrl).port), pid: program.pid };
    const served = [];
    for (const [name, workload] of Object.entries(WORKLOADS)) {
      if (isQuick && !hasBudget(name)) continue;
      const rounds = { ...(isQuick ? QUICK_ROUNDS : ROUNDS), tell: (round: string) => tell(`${name}, ${round}`) };
      served.push({
        name,
        count: workload.count,
        served: await bench.compare(emulator, tokens.alice, workload, rounds),
      });
    }
    await program.stop();
    return served;
  } finally {
    bench.stop();
    rmSync(folder, { recursive: true });
  }
}
