import { applyCommand, createLedger, type QuotaLedger } from "./quota-ledger.ts";
import type { RunQuotaCommand } from "./quota-store.ts";

/** Keeps the states of quotas in memory. @param now returns milliseconds since any moment */
export function memoryQuotas(now: () => number): RunQuotaCommand {
  const ledgers = new Map<string, QuotaLedger>();
  return async (quota, command) => {
    const time = Math.floor(now());
    const ledger = ledgers.get(quota) ?? createLedger(crypto.randomUUID(), command, time);
    ledgers.set(quota, ledger);
    return applyCommand(ledger, command, time);
  };
}
