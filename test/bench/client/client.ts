import * as z from "zod/mini";
import type { Bench, BenchPart, Measured } from "../harness.ts";
import type { RoundComparison } from "../measure.ts";
import { type Budget, type CaseRow, createRow } from "../row.ts";
import type { Batch, CallCost } from "../worker/batch.ts";
import { type HttpClientName, isHttpClientName } from "../worker/callers.ts";
import type { RecordedResponse } from "../worker/server.ts";
import { pageOfUsers } from "./page-of-users.ts";

interface MeasuredClient {
  /** The client with its transport, as rows name it. */
  readonly label: string;
  /** The row of ours over the same transport that another client is compared with. */
  readonly comparedWith?: HttpClientName;
  /** Budget of the CPU ratio to plain fetch, with many calls in flight. */
  readonly budget?: Budget;
  /** Whether quick runs measure it: those with budgets that can be checked on any machine, and their baselines. */
  readonly isQuick?: true;
  /** Calls per batch. Clients that wait between their calls have fewer. */
  readonly calls?: number;
}

const CLIENTS: Readonly<Record<HttpClientName, MeasuredClient>> = {
  undici: { label: "undici", comparedWith: "forgehand-compiled-undici" },
  fetch: { label: "fetch", isQuick: true },
  "octokit-core": { label: "octokit-core over fetch", comparedWith: "forgehand" },
  octokit: { label: "octokit over fetch", comparedWith: "forgehand", calls: 50 },
  ky: { label: "ky over fetch", comparedWith: "forgehand" },
  "openapi-fetch": { label: "openapi-fetch over fetch", comparedWith: "forgehand" },
  forgehand: {
    label: "forgehand over fetch",
    budget: { must: 1.25, aim: 1.1, steady: "rounds" },
    isQuick: true,
  },
  "forgehand-full": { label: "forgehand-full over fetch" },
  "forgehand-compiled": {
    label: "forgehand-compiled over fetch",
    budget: { must: 1.1, aim: 1.05, steady: "rounds" },
    isQuick: true,
  },
  "forgehand-undici": { label: "forgehand over undici" },
  "forgehand-compiled-undici": {
    label: "forgehand-compiled over undici",
    budget: { must: 0.65, aim: 0.55, steady: "rounds" },
    isQuick: true,
  },
};

/** Calls per batch. Short batches hide the cost of garbage collection, which favors clients that allocate more. */
const CALLS = 1500;

// After about 3,000 calls, the code is optimized and the heap has grown.
const ROUNDS = { rounds: 9, warmUps: 2, quick: { rounds: 7 } };

/**
 * Pairs of clients that differ only in pacing and retries, and how much these can add to a call that does not have to
 * wait. Ours first.
 */
const PACED_PAIRS: readonly (readonly [paced: HttpClientName, bare: HttpClientName, budget?: Budget])[] = [
  ["forgehand-full", "forgehand", { must: 0.1, aim: 0.03 }],
  ["octokit", "octokit-core"],
];

/** Number of tokens that call once each. */
const TOKENS = { full: 100_000, quick: 20_000 };

/** Share of the tokens at either end that are compared. Fewer would differ by garbage collection. */
const COMPARED_TOKENS = 0.2;

export const CLIENT: readonly BenchPart[] = [{ measure: measureCalls }, { measure: measureTokens }];

const Integer = z.int();
const Costs: z.ZodMiniType<CallCost> = z.object({ cpu: z.number(), wall: z.number() });

/**
 * Measures what a call of each client costs over loopback, compared with plain fetch. The server and every client run
 * in their own process.
 */
async function measureCalls({ isQuick, installCore, startWorker, compare }: Bench): Promise<Measured> {
  const folder = installCore();
  const clients = Object.keys(CLIENTS)
    .filter(isHttpClientName)
    .filter((name) => !isQuick || CLIENTS[name].isQuick);
  const server = await startWorker("server.ts");
  const body = JSON.stringify(pageOfUsers());
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
  };
  await server.request([{ status: 200, headers, body } satisfies RecordedResponse]);
  const requests = async () => Integer.parse(await server.request("requests"));
  const workers = new Map<HttpClientName, Awaited<ReturnType<typeof startWorker>>>();
  for (const name of clients) {
    workers.set(name, await startWorker("client.ts", [name, `http://127.0.0.1:${server.ready}`], folder));
  }
  const compared: ClientComparison[] = [];
  for (const inFlight of isQuick ? [50] : [1, 50]) {
    const candidates = Array.from(workers, ([name, worker]) => {
      const batch = { calls: CLIENTS[name].calls ?? CALLS, inFlight } satisfies Batch;
      const cost = async () => {
        const before = await requests();
        const averageCost = Costs.parse(await worker.request(batch));
        const sent = (await requests()) - before;
        // A client that saves requests has not done the same work.
        if (sent !== batch.calls) throw new Error(`${name} sent ${sent} requests for ${batch.calls} calls`);
        return averageCost;
      };
      return { name, cost };
    });
    const by = await compare(candidates, ROUNDS, `${inFlight} in flight`);
    compared.push({ inFlight, cpu: by(({ cpu }) => cpu), wall: by(({ wall }) => wall) });
  }
  return clientResult(clients, compared);
}

/** Costs of the clients with a certain number of calls in flight. */
export interface ClientComparison {
  readonly inFlight: number;
  readonly cpu: RoundComparison<HttpClientName>;
  readonly wall: RoundComparison<HttpClientName>;
}

/** Reports the clients' costs as ratios to plain fetch. */
export function clientResult(clients: readonly HttpClientName[], compared: readonly ClientComparison[]) {
  const rows = compared.flatMap(({ inFlight, cpu, wall }) => {
    const ratios = (quantity: string, { of, ratio }: RoundComparison<HttpClientName>, hasBudgets: boolean) =>
      clients.map((client) => {
        const nameOf = (name: HttpClientName) => `${CLIENTS[name].label}, ${quantity}, ${inFlight} in flight`;
        if (client === "fetch") return createRow(nameOf(client), "ms", of(client));
        const { budget, comparedWith } = CLIENTS[client];
        return createRow(nameOf(client), "x", ratio(client, "fetch"), {
          ...(hasBudgets && budget),
          implementation: client,
          ...(comparedWith && clients.includes(comparedWith) && { comparedWith: nameOf(comparedWith) }),
        });
      });
    return [
      ...ratios("CPU", cpu, inFlight > 1),
      ...ratios("wall", wall, false),
      ...(inFlight > 1 ? [] : pacingRows(clients, wall)),
    ];
  });
  const json = compared.flatMap(({ inFlight, cpu, wall }) =>
    clients.map((client) => ({
      client,
      inFlight,
      cpuRatio: cpu.ratio(client, "fetch").median,
      wallRatio: wall.ratio(client, "fetch").median,
    })),
  );
  return { rows, json };
}

/** Rows for the cost of pacing and retries. */
function pacingRows(clients: readonly HttpClientName[], wall: RoundComparison<HttpClientName>): CaseRow[] {
  const measured = PACED_PAIRS.filter(([paced, bare]) => clients.includes(paced) && clients.includes(bare));
  const nameOf = (paced: HttpClientName, bare: HttpClientName) =>
    `${CLIENTS[paced].label} compared with ${bare}, an idle call`;
  const ours = measured.find(([, , budget]) => budget !== undefined);
  return measured.map(([paced, bare, budget]) =>
    createRow(nameOf(paced, bare), "ms", wall.difference(paced, bare), {
      ...budget,
      implementation: paced,
      ...(ours !== undefined && budget === undefined && { comparedWith: nameOf(ours[0], ours[1]) }),
    }),
  );
}

const TokenReport = z.object({ costs: z.array(z.number()), bytesPerToken: z.number() });

/** Measures what the first call of a token costs with many tokens, and the memory of one that is not used any more. */
async function measureTokens({ isQuick, onProgress, installCore, startWorker }: Bench): Promise<Measured> {
  onProgress("many tokens");
  const tokens = isQuick ? TOKENS.quick : TOKENS.full;
  const { ready } = await startWorker("tokens.ts", [String(tokens)], installCore());
  const { costs, bytesPerToken } = TokenReport.parse(ready);
  const compared = Math.floor(costs.length * COMPARED_TOKENS);
  const mean = (part: readonly number[]) => part.reduce((sum, cost) => sum + cost, 0) / part.length;
  const [first, last] = [mean(costs.slice(0, compared)), mean(costs.slice(-compared))];
  const count = tokens.toLocaleString("en");
  const rows = [
    createRow(`first call of a token, the last fifth of ${count} compared with the first`, "x", last / first, {
      must: 1.5,
      aim: 1.1,
    }),
    createRow(`first call of a token, the last fifth of ${count}, CPU`, "ms", last),
    createRow(`memory of an idle token, of ${count}`, "kB", bytesPerToken / 1000, { must: 2, aim: 1.2 }),
  ];
  // Not part of the JSON, which compares the clients.
  return { rows, json: [] };
}
