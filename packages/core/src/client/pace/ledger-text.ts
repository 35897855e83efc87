import { parseJson } from "../../internal/parse-json.ts";
import { hasType, objectOf, type ValueOf } from "../../schema/value-of.ts";
import { applyCommand, createLedger, type QuotaLedger } from "./quota-ledger.ts";
import type { QuotaCommand, QuotaReply } from "./quota-store.ts";
import { WINDOW_NAMES } from "./quota-windows.ts";

/** The state of a quota after a command, and the command's reply. */
export interface AppliedCommand {
  /** JSON without secrets; at most about 100 kB. */
  readonly state: string;
  readonly reply: QuotaReply;
}

/**
 * Computes what a command changes, for a store that keeps the states of quotas as text.
 * @param state the quota's state; undefined if the store has none
 * @param time milliseconds by the store's clock since any moment
 * @throws Error if the state is invalid
 */
export function applyQuotaCommand(state: string | undefined, command: QuotaCommand, time: number): AppliedCommand {
  const now = Math.floor(time);
  const ledger = state === undefined ? createLedger(crypto.randomUUID(), command, now) : parseLedger(state);
  const reply = applyCommand(ledger, command, now);
  return { state: serializeLedger(ledger), reply };
}

const Name = { type: "enum", values: WINDOW_NAMES } as const;
const Count = "number";
/** `Infinity` is stored as null. */
const Limit = { type: "nullable", of: "number" } as const;

const StoredWindow = objectOf({
  name: Name,
  span: Count,
  published: Count,
  minimum: Count,
  reserve: Count,
  isAssumed: "boolean",
  limit: Count,
  proven: Count,
  changed: Count,
  probeAfter: Count,
  retryAmount: Limit,
  total: Count,
  ordinary: Count,
  pending: Count,
  urgentPeak: Count,
  /** Three numbers for each part: its expiry, its cost, and 1 if it is urgent. */
  used: { type: "array", of: Count },
});

const StoredPrimary = objectOf({
  resource: "string",
  limit: Count,
  remaining: Count,
  reset: Count,
  resetSeconds: Count,
  ownCalls: Count,
});

const StoredFlight = objectOf({
  id: "string",
  isUrgent: "boolean",
  resource: { type: "nullable", of: "string" },
  epoch: Count,
  leaseEnd: Count,
  costs: { type: "record", of: Count },
});

const StoredLedger = objectOf({
  generation: "string",
  time: Count,
  ahead: Count,
  lastStart: Count,
  windows: { type: "array", of: StoredWindow },
  suspect: { type: "nullable", of: Name },
  primary: { type: "array", of: StoredPrimary },
  pending: { type: "record", of: Count },
  backoff: objectOf({
    limit: Limit,
    proven: Limit,
    ramp: Limit,
    changed: Count,
    probeAfter: Count,
    pausedUntil: Count,
    pauses: Count,
    epoch: Count,
  }),
  flights: { type: "array", of: StoredFlight },
});
type StoredLedger = ValueOf<typeof StoredLedger>;

const finite = (limit: number): number | null => (limit === Infinity ? null : limit);

function storedLedger(ledger: QuotaLedger): StoredLedger {
  const { generation, time, ahead, lastStart, windows, primary, backoff, flights } = ledger;
  return {
    generation,
    time,
    ahead,
    lastStart,
    windows: windows.all.map(({ used, retryAmount = null, ...window }) => ({
      ...window,
      retryAmount,
      used: used.flatMap(({ freeAt, cost, urgent }) => [freeAt, cost, Number(urgent)]),
    })),
    suspect: windows.suspect?.name ?? null,
    primary: Array.from(primary.states.values()),
    pending: Object.fromEntries([...primary.pending].filter(([, count]) => count > 0)),
    backoff: {
      ...backoff,
      limit: finite(backoff.limit),
      proven: finite(backoff.proven),
      ramp: finite(backoff.ramp),
    },
    flights: Array.from(flights, ([id, flight]) => ({ id, ...flight })),
  };
}

/** Returns a quota's state as text. */
export const serializeLedger = (ledger: QuotaLedger): string => JSON.stringify(storedLedger(ledger));

/** @throws Error if the text is no state of a quota */
export function parseLedger(text: string): QuotaLedger {
  const stored = parseJson(text);
  if (!hasType(StoredLedger, stored))
    throw new Error("The store's state of the quota is invalid. Delete it, so that it starts without one.");
  const { windows, suspect, primary, pending, backoff, flights, ...times } = stored;
  const all = windows.map(({ used, retryAmount, ...window }) => ({
    ...window,
    retryAmount: retryAmount ?? undefined,
    used: Array.from({ length: used.length / 3 }, (_, index) => {
      const [freeAt = 0, cost = 0, urgent = 0] = used.slice(index * 3, index * 3 + 3);
      return { freeAt, cost, urgent: urgent === 1 };
    }),
  }));
  return {
    ...times,
    windows: { all, suspect: all.find(({ name }) => name === suspect) },
    primary: {
      share: undefined,
      states: new Map(primary.map((state) => [state.resource, { ...state }])),
      pending: new Map(Object.entries(pending)),
    },
    backoff: {
      ...backoff,
      limit: backoff.limit ?? Infinity,
      proven: backoff.proven ?? Infinity,
      ramp: backoff.ramp ?? Infinity,
    },
    active: flights.length,
    urgentActive: flights.filter(({ isUrgent }) => isUrgent).length,
    flights: new Map(flights.map(({ id, ...flight }) => [id, flight])),
  };
}
