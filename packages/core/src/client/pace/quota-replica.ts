import { hasType, objectOf } from "../../schema/value-of.ts";
import { parseLedger, serializeLedger } from "./ledger-text.ts";
import { applyCommand, createLedger, type QuotaLedger } from "./quota-ledger.ts";
import type { QuotaCommand, QuotaReply } from "./quota-store.ts";
import { WINDOW_NAMES } from "./quota-windows.ts";

/**
 * A quota's state in the memory of one process. Commands change it in the same way everywhere, so processes that apply the
 * same commands with the same times, in the same order, have the same state and know the reply to each of them.
 */
export interface QuotaReplica {
  /**
   * Applies the next command.
   * @param command as JSON represents it
   * @param time milliseconds by the store's clock since any moment
   * @returns undefined if this version does not know the command, which then has no effect
   */
  readonly apply: (command: unknown, time: number) => QuotaReply | undefined;
  /** Returns the state as JSON without secrets; at most about 100 kB. Undefined before the first command. */
  readonly state: () => string | undefined;
}

/**
 * Creates a replica.
 * @param generation unique to this quota and its first command
 * @param state of a replica of the same generation; null to start before the first command
 * @throws Error if the state is invalid
 */
export function createQuotaReplica(generation: string, state: string | null): QuotaReplica {
  let ledger: QuotaLedger | undefined = state === null ? undefined : parseLedger(state);
  return {
    apply(command, time) {
      if (!hasType(StoredCommand, command)) return undefined;
      const known: QuotaCommand = command;
      const now = Math.floor(time);
      ledger ??= createLedger(generation, known, now);
      return applyCommand(ledger, known, now);
    },
    state: () => ledger && serializeLedger(ledger),
  };
}

const nullable = <const T extends "number" | "string">(of: T) => ({ type: "nullable", of }) as const;

const WINDOW_USE = {
  name: { type: "enum", values: WINDOW_NAMES },
  span: "number",
  published: "number",
  minimum: "number",
  reserve: "number",
  isAssumed: "boolean",
  cost: "number",
} as const;

const StoredReserve = objectOf({
  type: { type: "enum", values: ["reserve"] },
  generation: { type: "optional", of: "string" },
  id: "string",
  lease: "number",
  isUrgent: "boolean",
  resource: nullable("string"),
  inFlight: nullable("number"),
  ordinaryInFlight: nullable("number"),
  interval: "number",
  carefulInterval: "number",
  windows: { type: "array", of: objectOf(WINDOW_USE) },
});

const StoredRate = objectOf({
  resource: "string",
  limit: "number",
  remaining: "number",
  resetIn: "number",
  resetSeconds: "number",
});

const StoredSettle = objectOf({
  type: { type: "enum", values: ["settle"] },
  generation: { type: "optional", of: "string" },
  id: "string",
  isUnsent: "boolean",
  cpuTime: nullable("number"),
  response: {
    type: "nullable",
    of: objectOf({ isFree: "boolean", rate: { type: "nullable", of: StoredRate }, deviation: "number" }),
  },
  rejection: { type: "nullable", of: objectOf({ spent: "boolean", wait: nullable("number") }) },
  resource: nullable("string"),
  usual: nullable("number"),
  random: "number",
});

const StoredRenew = objectOf({
  type: { type: "enum", values: ["renew"] },
  generation: { type: "optional", of: "string" },
  ids: { type: "array", of: "string" },
  lease: "number",
});

const StoredRecord = objectOf({
  type: { type: "enum", values: ["record"] },
  generation: { type: "optional", of: "string" },
  usage: { type: "array", of: objectOf({ ...WINDOW_USE, isUrgent: "boolean", freeIn: "number" }) },
});

const StoredCommand = { type: "union", of: [StoredReserve, StoredSettle, StoredRenew, StoredRecord] } as const;
