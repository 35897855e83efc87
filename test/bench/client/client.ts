import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { figuresOf, samplesOf } from "../measure.ts";
import type { Order } from "../order.ts";
import { installFromRoot, withPublished } from "../published.ts";
import type { Result } from "../result.ts";
import { type Child, startChild } from "./child.ts";
import { type Compared, clientResult } from "./comparison.ts";
import type { Batch, Cost } from "./worker/batch.ts";
import { CLIENT_NAMES, type ClientName } from "./worker/callers.ts";

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));
const WORKER = fileURLToPath(new URL("worker/", import.meta.url));

const OTHERS = ["@octokit/core", "octokit", "ky", "openapi-fetch"];

// Code is compiled and heaps have grown after some 3,000 calls.
const ROUNDS = { rounds: 9, warmUps: 2 };
const QUICK_ROUNDS = { rounds: 7, warmUps: 2 };

/** Those whose budgets can be judged on any machine, and what they are measured against. */
const QUICK_CLIENTS: readonly ClientName[] = ["fetch", "forgehand", "forgehand-compiled"];

/**
 * How many calls a batch has. Short ones, between which the garbage is collected, tell half of the truth, and the wrong half
 * for who leaves more of it. A client that waits between its calls has fewer.
 */
const CALLS = 1500;
const SLOW: Readonly<Partial<Record<ClientName, number>>> = { octokit: 50 };

const Whole = z.int();
const Costs: z.ZodMiniType<Cost> = z.object({ cpu: z.number(), wall: z.number() });

/** What a call of each client costs on loopback, against plain fetch. The server and every client are processes of their own. */
export function measureClient({ isQuick, tell }: Order): Promise<Result> {
  const clients = isQuick ? QUICK_CLIENTS : CLIENT_NAMES;
  return withPublished(async (folder) => {
    installFromRoot(folder, OTHERS);
    cpSync(WORKER, join(folder, "worker"), { recursive: true });
    const children: Child[] = [];
    const start = (...command: [module: string, ...args: string[]]) => {
      const child = startChild(...command);
      children.push(child);
      return child;
    };
    try {
      const server = start(SERVER);
      const port = Whole.parse(await server.heard());
      const requests = async () => Whole.parse(await server.ask("requests"));
      const workers = new Map<ClientName, Child>();
      for (const name of clients) {
        const worker = start(join(folder, "worker/main.ts"), name, `http://127.0.0.1:${port}`);
        await worker.heard();
        workers.set(name, worker);
      }
      const compare = async (inFlight: number): Promise<Compared> => {
        const candidates = Array.from(workers, ([name, worker]) => {
          const batch = { calls: SLOW[name] ?? CALLS, inFlight } satisfies Batch;
          const cost = async () => {
            const before = await requests();
            const took = Costs.parse(await worker.ask({ ...batch }));
            const sent = (await requests()) - before;
            // Who spares requests has not done what the others did.
            if (sent !== batch.calls) throw new Error(`${name} sent ${sent} requests for ${batch.calls} calls`);
            return took;
          };
          return { name, cost };
        });
        const samples = await samplesOf(candidates, {
          ...(isQuick ? QUICK_ROUNDS : ROUNDS),
          tell: (round) => tell(`${inFlight} in flight, ${round}`),
        });
        return {
          inFlight,
          cpu: figuresOf(samples, ({ cpu }) => cpu),
          wall: figuresOf(samples, ({ wall }) => wall),
        };
      };
      const compared: Compared[] = [];
      for (const inFlight of isQuick ? [50] : [1, 50]) compared.push(await compare(inFlight));
      return clientResult(clients, compared);
    } finally {
      for (const child of children) child.stop();
    }
  });
}
