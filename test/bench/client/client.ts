import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import type { CaseOptions } from "../case-options.ts";
import { installFromRoot, withInstalledCore } from "../installed-core.ts";
import { collectSamples, compareSamples } from "../measure.ts";
import type { BenchResult } from "../result.ts";
import { type BenchProcess, startBenchProcess } from "./bench-process.ts";
import { type ClientComparison, clientResult } from "./comparison.ts";
import { measureTokens } from "./tokens.ts";
import type { Batch, CallCost } from "./worker/batch.ts";
import { CLIENT_NAMES, type HttpClientName } from "./worker/callers.ts";

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));
const WORKER = fileURLToPath(new URL("worker/", import.meta.url));

const OTHERS = ["@octokit/core", "octokit", "ky", "openapi-fetch"];

// After about 3,000 calls, the code is optimized and the heap has grown.
const ROUNDS = { rounds: 9, warmUps: 2 };
const QUICK_ROUNDS = { rounds: 7, warmUps: 2 };

/** Clients whose budgets can be checked on any machine, and their baselines. */
const QUICK_CLIENTS: readonly HttpClientName[] = [
  "fetch",
  "forgehand",
  "forgehand-compiled",
  "forgehand-compiled-undici",
];

/**
 * Calls per batch. Short batches hide the cost of garbage collection, which favors clients that allocate more. Clients
 * that wait between their calls have fewer.
 */
const CALLS = 1500;
const FEWER_CALLS: Readonly<Partial<Record<HttpClientName, number>>> = { octokit: 50 };

/** Tokens that call once each. */
const TOKENS = 100_000;
const QUICK_TOKENS = 20_000;

const Integer = z.int();
const Costs: z.ZodMiniType<CallCost> = z.object({ cpu: z.number(), wall: z.number() });

/**
 * Measures what a call of each client costs over loopback, compared with plain fetch. The server and every client run
 * in their own process.
 */
export function measureClient({ isQuick, onProgress }: CaseOptions): Promise<BenchResult> {
  const clients = isQuick ? QUICK_CLIENTS : CLIENT_NAMES;
  return withInstalledCore(async (folder) => {
    installFromRoot(folder, OTHERS);
    cpSync(WORKER, join(folder, "worker"), { recursive: true });
    const children: BenchProcess[] = [];
    const start = (...command: [module: string, ...args: string[]]) => {
      const child = startBenchProcess(...command);
      children.push(child);
      return child;
    };
    try {
      const server = start(SERVER);
      const port = Integer.parse(await server.nextMessage());
      const requests = async () => Integer.parse(await server.request("requests"));
      const workers = new Map<HttpClientName, BenchProcess>();
      for (const name of clients) {
        const worker = start(join(folder, "worker/main.ts"), name, `http://127.0.0.1:${port}`);
        await worker.nextMessage();
        workers.set(name, worker);
      }
      const compare = async (inFlight: number): Promise<ClientComparison> => {
        const candidates = Array.from(workers, ([name, worker]) => {
          const batch = { calls: FEWER_CALLS[name] ?? CALLS, inFlight } satisfies Batch;
          const cost = async () => {
            const before = await requests();
            const averageCost = Costs.parse(await worker.request({ ...batch }));
            const sent = (await requests()) - before;
            // A client that saves requests has not done the same work.
            if (sent !== batch.calls) throw new Error(`${name} sent ${sent} requests for ${batch.calls} calls`);
            return averageCost;
          };
          return { name, cost };
        });
        const samples = await collectSamples(candidates, {
          ...(isQuick ? QUICK_ROUNDS : ROUNDS),
          onProgress: (round) => onProgress(`${inFlight} in flight, ${round}`),
        });
        return {
          inFlight,
          cpu: compareSamples(samples, ({ cpu }) => cpu),
          wall: compareSamples(samples, ({ wall }) => wall),
        };
      };
      const compared: ClientComparison[] = [];
      for (const inFlight of isQuick ? [50] : [1, 50]) compared.push(await compare(inFlight));
      const { rows, json } = clientResult(clients, compared);
      onProgress("many tokens");
      return {
        rows: [...rows, ...(await measureTokens(join(folder, "worker"), isQuick ? QUICK_TOKENS : TOKENS))],
        json,
      };
    } finally {
      for (const child of children) child.stop();
    }
  });
}
