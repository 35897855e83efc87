import type { RoundComparison, Spread } from "../measure.ts";
import type { BenchResult } from "../result.ts";
import type { Budget, Row } from "../row.ts";
import { CLIENT_LABELS, type HttpClientName } from "./worker/callers.ts";

/** Costs of the clients with a certain number of calls in flight. */
export interface ClientComparison {
  readonly inFlight: number;
  readonly cpu: RoundComparison<HttpClientName>;
  readonly wall: RoundComparison<HttpClientName>;
}

/** Budgets of the CPU ratio to plain fetch, with many calls in flight. */
const CPU_BUDGETS: Readonly<Record<string, Budget>> = {
  forgehand: { must: 1.25, aim: 1.1, steady: "rounds" },
  "forgehand-compiled": { must: 1.1, aim: 1.05, steady: "rounds" },
  "forgehand-compiled-undici": { must: 0.65, aim: 0.55, steady: "rounds" },
};

/**
 * Pairs of clients that differ only in pacing and retries, and how much these can add to a call that does not have to
 * wait.
 */
const PACED_PAIRS: readonly (readonly [paced: HttpClientName, bare: HttpClientName, budget?: Budget])[] = [
  ["forgehand-full", "forgehand", { must: 0.1, aim: 0.03 }],
  ["octokit", "octokit-core"],
];

/** Other clients, and the row of ours over the same transport that each is compared with. */
const PEERS: Readonly<Partial<Record<HttpClientName, HttpClientName>>> = {
  undici: "forgehand-compiled-undici",
  "octokit-core": "forgehand",
  octokit: "forgehand",
  ky: "forgehand",
  "openapi-fetch": "forgehand",
};

/** Reports the clients' costs as ratios to plain fetch. */
export function clientResult(clients: readonly HttpClientName[], compared: readonly ClientComparison[]): BenchResult {
  const others = clients.filter((client) => client !== "fetch");
  const rows = compared.flatMap(({ inFlight, cpu, wall }) => {
    const ratios = (quantity: string, comparison: RoundComparison<HttpClientName>, budgets: typeof CPU_BUDGETS) => {
      const nameOf = (client: HttpClientName) => `${CLIENT_LABELS[client]}, ${quantity}, ${inFlight} in flight`;
      return [
        row(`fetch, ${quantity}, ${inFlight} in flight`, "ms", comparison.of("fetch")),
        ...others.map((client): Row => {
          const peer = PEERS[client];
          return {
            ...row(nameOf(client), "x", comparison.ratio(client, "fetch"), budgets[client]),
            implementation: client,
            ...(peer !== undefined && clients.includes(peer) && { comparedWith: nameOf(peer) }),
          };
        }),
      ];
    };
    return [
      ...ratios("CPU", cpu, inFlight > 1 ? CPU_BUDGETS : {}),
      ...ratios("wall", wall, {}),
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

/** Rows for the cost of pacing and retries, ours first. */
function pacingRows(clients: readonly HttpClientName[], wall: RoundComparison<HttpClientName>): Row[] {
  const measured = PACED_PAIRS.filter(([paced, bare]) => clients.includes(paced) && clients.includes(bare));
  const nameOf = (paced: HttpClientName, bare: HttpClientName) =>
    `${CLIENT_LABELS[paced]} compared with ${bare}, an idle call`;
  const ours = measured.find(([, , budget]) => budget !== undefined);
  return measured.map(([paced, bare, budget]) => ({
    ...row(nameOf(paced, bare), "ms", wall.difference(paced, bare), budget),
    implementation: paced,
    ...(ours !== undefined && budget === undefined && { comparedWith: nameOf(ours[0], ours[1]) }),
  }));
}

function row(name: string, unit: Row["unit"], { median: figure, low, high }: Spread, budget?: Budget): Row {
  return { case: "client", name, unit, figure, low, high, ...budget };
}
