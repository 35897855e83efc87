import type { Rounds, Spread } from "../measure.ts";
import type { Result } from "../result.ts";
import type { Budget, Row } from "../row.ts";
import type { ClientName } from "./worker/callers.ts";

/** What the clients took with so many calls in flight. */
export interface Compared {
  readonly inFlight: number;
  readonly cpu: Rounds<ClientName>;
  readonly wall: Rounds<ClientName>;
}

/** What CPU may be over plain fetch, with many calls in flight. */
const CPU_BUDGETS: Readonly<Record<string, Budget>> = {
  forgehand: { must: 1.4, aim: 1.25, steady: "rounds" },
  "forgehand-compiled": { must: 1.1, aim: 1.05, steady: "rounds" },
};

/** Clients that differ in that one paces and retries, and what that may add to a call that need not wait. */
const PACED: readonly (readonly [paced: ClientName, bare: ClientName, budget?: Budget])[] = [
  ["forgehand-full", "forgehand", { must: 0.1, aim: 0.03 }],
  ["octokit", "octokit-core"],
];

/** What a figure should say of a client beside its name. */
const NOTES: Readonly<Partial<Record<ClientName, string>>> = { "forgehand-compiled": " over undici" };

/** The clients of others, and the row of ours that each is put beside. */
const PEERS: Readonly<Partial<Record<ClientName, ClientName>>> = {
  undici: "forgehand-compiled",
  "octokit-core": "forgehand",
  octokit: "forgehand",
  ky: "forgehand",
  "openapi-fetch": "forgehand",
};

/** The clients' costs over those of plain fetch. */
export function clientResult(clients: readonly ClientName[], compared: readonly Compared[]): Result {
  const others = clients.filter((client) => client !== "fetch");
  const rows = compared.flatMap(({ inFlight, cpu, wall }) => {
    const ratios = (what: string, of: Rounds<ClientName>, budgets: typeof CPU_BUDGETS) => {
      const nameOf = (client: ClientName) => `${client}${NOTES[client] ?? ""}, ${what}, ${inFlight} in flight`;
      return [
        row(`fetch, ${what}, ${inFlight} in flight`, "ms", of.of("fetch")),
        ...others.map((client): Row => {
          const peer = PEERS[client];
          return {
            ...row(nameOf(client), "x", of.ratio(client, "fetch"), budgets[client]),
            who: client,
            ...(peer !== undefined && clients.includes(peer) && { beside: nameOf(peer) }),
          };
        }),
      ];
    };
    return [
      ...ratios("CPU", cpu, inFlight > 1 ? CPU_BUDGETS : {}),
      ...ratios("wall", wall, {}),
      ...(inFlight > 1 ? [] : addedBy(clients, wall)),
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

/** What pacing and retrying add, ours first. */
function addedBy(clients: readonly ClientName[], wall: Rounds<ClientName>): Row[] {
  const measured = PACED.filter(([paced, bare]) => clients.includes(paced) && clients.includes(bare));
  const nameOf = (paced: ClientName, bare: ClientName) => `${paced} over ${bare}, an idle call`;
  const ours = measured.find(([, , budget]) => budget !== undefined);
  return measured.map(([paced, bare, budget]) => ({
    ...row(nameOf(paced, bare), "ms", wall.difference(paced, bare), budget),
    who: paced,
    ...(ours !== undefined && budget === undefined && { beside: nameOf(ours[0], ours[1]) }),
  }));
}

function row(name: string, unit: Row["unit"], { median: figure, low, high }: Spread, budget?: Budget): Row {
  return { case: "client", name, unit, figure, low, high, ...budget };
}
