import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import type { CaseOptions } from "../case-options.ts";
import type { BenchResult } from "../result.ts";
import { createSeed, OWNER, repositoryName } from "./bench-seed.ts";
import { type ServerWorkload, startServerBench } from "./compare-servers.ts";
import { type EmulatorFigures, emulatorResult, hasBudget } from "./emulator-result.ts";
import { measureHooks } from "./measure-hooks.ts";
import { measureLargeLists } from "./measure-large-lists.ts";
import { measureStarts } from "./measure-starts.ts";
import { startProgram } from "./program.ts";

const BUILT = fileURLToPath(new URL("../../../packages/emulator/dist/", import.meta.url));
const COMMAND = join(BUILT, "cli.js");
const MODULE = join(BUILT, "index.js");

/** Enough repositories for a full page, and some without webhooks. */
const REPOSITORIES = 50;

// A server's code is optimized after a few thousand calls.
const ROUNDS = { rounds: 9, warmUps: 2 };
const QUICK_ROUNDS = { rounds: 7, warmUps: 2 };

const starOf = (method: string, index: number) => ({
  method,
  path: `/api/v3/user/starred/${OWNER}/${repositoryName(index)}`,
});
const repositoryIndexes = Array.from({ length: REPOSITORIES - 1 }, (_, index) => index + 1);

const WORKLOADS: Readonly<Record<string, ServerWorkload>> = {
  repository: {
    calls: [{ method: "GET", path: `/api/v3/repos/${OWNER}/${repositoryName(1)}` }],
    status: 200,
    count: 15_000,
  },
  list: { calls: [{ method: "GET", path: `/api/v3/orgs/${OWNER}/repos` }], status: 200, count: 3000 },
  write: { calls: repositoryIndexes.map((index) => starOf("PUT", index)), status: 204, count: 15_000 },
  // The same, but every call changes something: stars are removed and added again.
  change: {
    calls: repositoryIndexes.flatMap((index) => [starOf("DELETE", index), starOf("PUT", index)]),
    status: 204,
    count: 8000,
  },
};

const Ready = z.object({ apiUrl: z.string(), tokens: z.object({ alice: z.string() }) });

/**
 * Measures the built emulator in a process of its own, compared with a server that sends the same bytes and does
 * nothing else.
 */
export async function measureEmulator(options: CaseOptions): Promise<BenchResult> {
  if (!existsSync(COMMAND)) throw new Error("packages/emulator is not built; run npm run build");
  const { onProgress } = options;
  const served = await measureServing(options);
  const starts = await measureStarts(COMMAND, options);
  if (options.isQuick) return emulatorResult({ served, starts });
  const hooks = await measureHooks(COMMAND, (round) => onProgress(`hooks, ${round}`));
  onProgress("large lists");
  return emulatorResult({ served, starts, hooks, large: await measureLargeLists(MODULE) });
}

async function measureServing({ isQuick, onProgress }: CaseOptions): Promise<EmulatorFigures["served"]> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-bench-"));
  const seed = join(folder, "seed.json");
  writeFileSync(seed, JSON.stringify(createSeed(REPOSITORIES)));
  const bench = await startServerBench();
  try {
    const program = await startProgram([COMMAND, "--seed", seed]);
    const { apiUrl, tokens } = Ready.parse(JSON.parse(program.line));
    const emulator = { port: Number(new URL(apiUrl).port), pid: program.pid };
    const served = [];
    for (const [name, workload] of Object.entries(WORKLOADS)) {
      if (isQuick && !hasBudget(name)) continue;
      const rounds = {
        ...(isQuick ? QUICK_ROUNDS : ROUNDS),
        onProgress: (round: string) => onProgress(`${name}, ${round}`),
      };
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
