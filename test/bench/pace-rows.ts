import { OURS } from "./pace/clients.ts";
import type { PaceRow } from "./pace/pace.ts";
import type { Budget, Row } from "./row.ts";

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
  return [...measured.flatMap(rowsOf), ...refusals(measured)];
}

function rowsOf(measured: PaceRow): Row[] {
  const { client, workload, ratio, refused, lost, duplicates, interactiveP95 } = measured;
  const row = (what: string, unit: Row["unit"], figure: number, budget: Budget): Row => ({
    ...{ case: "pace", name: `${client}, ${workload}${what}`, unit, figure, who: client },
    // Time is virtual, and so the same everywhere.
    ...(client === OURS ? { ...budget, steady: "exact" } : { beside: `${OURS}, ${workload}${what}` }),
  });
  const mishaps = [
    { what: "refused", figure: refused, must: MOST_REFUSED[workload] ?? 0 },
    { what: "lost", figure: lost, must: 0 },
    { what: "duplicates", figure: duplicates, must: 0 },
  ].filter(({ figure }) => figure > 0);
  const note = mishaps.map(({ what, figure }) => `${figure.toLocaleString("en")} ${what}`).join(", ");
  return [
    { ...row("", "x", ratio, { must: MOST_TIME[workload], aim: 1.005 }), ...(note !== "" && { note }) },
    ...mishaps.map(({ what, figure, must }) => row(`: ${what}`, "calls", figure, { must })),
    ...(interactiveP95 === null ? [] : [row(": p95 of who waits", "s", interactiveP95, { must: 0.5 })]),
  ];
}

/** Nobody is to be refused who can know the limits. */
function refusals(measured: readonly PaceRow[]): Row[] {
  const ours = measured.filter(({ client, workload }) => client === OURS && MOST_REFUSED[workload] === undefined);
  if (ours.length === 0) return [];
  const figure = ours.reduce((sum, { refused }) => sum + refused, 0);
  const name = `${OURS}, all whose limits are published: refused`;
  return [{ case: "pace", name, unit: "calls", figure, must: 0, steady: "exact", who: OURS }];
}
