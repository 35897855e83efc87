import type { PaceRow } from "./pace/pace.ts";
import type { Row } from "./row.ts";

type Budget = Pick<Row, "must" | "aim">;
type Workload = PaceRow["workload"];

/** The least that the small workload can take, and may take, in seconds. */
const SMALL = { least: 0.24, most: 1 };

/** What our client's time may be at most, over the least that the limits allow. */
const MOST_TIME: Readonly<Record<Workload, number>> = {
  secrets: 1.03,
  content: 1.01,
  mixed: 1.06,
  redeliver: 1.08,
  unwatch: 1.04,
  reads: 1.01,
  small: SMALL.most / SMALL.least,
  "secrets-lost": 1.06,
  "secrets-2-shards": 1.06,
  "secrets-16-shards": 1.06,
  "secrets-restart": 1.06,
  "secrets-interactive": 1.06,
  "secrets-hidden-limit": 1.1,
};

/** A limit that nobody is told of is found by running into it. */
const MOST_REFUSED: Readonly<Partial<Record<Workload, number>>> = { "secrets-hidden-limit": 19 };

/** How clients fared with workloads, for people: what went wrong is said where something did. */
export function paceRows(measured: readonly PaceRow[]): Row[] {
  return measured.flatMap(({ client, workload, ratio, refused, lost, duplicates, interactiveP95 }) => {
    const row = (what: string, unit: Row["unit"], figure: number, budget: Budget): Row => {
      return {
        case: "pace",
        name: `${client}, ${workload}${what}`,
        unit,
        figure,
        ...(client === "forgehand" && budget),
      };
    };
    const mishap = (what: string, figure: number, must: number) =>
      figure === 0 ? [] : [row(`: ${what}`, "calls", figure, { must })];
    return [
      row("", "x", ratio, { must: MOST_TIME[workload], aim: 1.005 }),
      ...mishap("refused", refused, MOST_REFUSED[workload] ?? 0),
      ...mishap("lost", lost, 0),
      ...mishap("duplicates", duplicates, 0),
      ...(interactiveP95 === null ? [] : [row(": p95 of who waits", "s", interactiveP95, { must: 0.5 })]),
    ];
  });
}
