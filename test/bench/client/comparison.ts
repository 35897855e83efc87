import type { Rounds, Spread } from "../measure.ts";
import type { Result } from "../result.ts";
import type { Row } from "../row.ts";
import type { ClientName } from "./worker/callers.ts";

/** What the clients took with so many calls in flight. */
export interface Compared {
  readonly inFlight: number;
  readonly cpu: Rounds<ClientName>;
  readonly wall: Rounds<ClientName>;
}

type Budget = Pick<Row, "must" | "aim">;

/** What CPU may be over plain fetch, with many calls in flight. */
const CPU_BUDGETS: Readonly<Record<string, Budget>> = {
  forgehand: { must: 1.4, aim: 1.25 },
  "forgehand-compiled": { must: 1.1, aim: 1.05 },
};

/** Clients that differ in that one paces and retries, and what that may add to a call that need not wait. */
const PACED: readonly (readonly [paced: string, bare: string, budget?: Budget])[] = [
  ["forgehand-full", "forgehand", { must: 0.1, aim: 0.03 }],
  ["octokit", "octokit-core"],
];

/** What a figure should say of a client beside its name. */
const NOTES: Readonly<Record<string, string>> = { "forgehand-compiled": " over undici" };

/** The clients' costs over those of plain fetch. */
export function clientResult(clients: readonly ClientName[], compared: readonly Compared[]): Result {
  const clientNamed = (name: string) => clients.find((client) => client === name);
  const others = clients.filter((client) => client !== "fetch");
  const rows = compared.flatMap(({ inFlight, cpu, wall }) => {
    const at = `${inFlight} in flight`;
    const budgetOf = (client: ClientName) => (inFlight > 1 ? CPU_BUDGETS[client] : undefined);
    const added = PACED.flatMap(([paced, bare, budget]): Row[] => {
      const [one, other] = [clientNamed(paced), clientNamed(bare)];
      if (inFlight > 1 || one === undefined || other === undefined) return [];
      return [row(`${paced} over ${bare}, an idle call`, "ms", wall.difference(one, other), budget)];
    });
    return [
      row(`fetch, CPU, ${at}`, "ms", cpu.of("fetch")),
      ...others.map((client) =>
        row(`${client}${NOTES[client] ?? ""}, CPU, ${at}`, "x", cpu.ratio(client, "fetch"), budgetOf(client)),
      ),
      row(`fetch, wall, ${at}`, "ms", wall.of("fetch")),
      ...others.map((client) => row(`${client}${NOTES[client] ?? ""}, wall, ${at}`, "x", wall.ratio(client, "fetch"))),
      ...added,
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

function row(name: string, unit: Row["unit"], { median: figure, low, high }: Spread, budget?: Budget): Row {
  return { case: "client", name, unit, figure, low, high, ...budget };
}
