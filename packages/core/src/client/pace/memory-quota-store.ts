import { checkOptionNames } from "../../check-option-names.ts";
import { invalidField } from "../../errors.ts";
import { memoryQuotas } from "./memory-quotas.ts";
import type { QuotaStore } from "./quota-store.ts";
import { createQuotaStore } from "./store-quotas.ts";

/** Options of {@link memoryQuotaStore}. */
export interface MemoryQuotaStoreOptions {
  /** Returns milliseconds since any moment; default `performance.now`. */
  readonly now?: (() => number) | undefined;
}

const OPTIONS = { now: true } as const satisfies Record<keyof MemoryQuotaStoreOptions, true>;

/**
 * Creates a quota store in memory, for tests and simulations. Clients of one process share their quotas without it.
 * @throws InputError if an option is invalid
 */
export function memoryQuotaStore(options: MemoryQuotaStoreOptions = {}): QuotaStore {
  checkOptionNames(options, OPTIONS);
  const { now = () => performance.now() } = options;
  if (typeof now !== "function") throw invalidField("now", "must be a function that returns milliseconds");
  return createQuotaStore(memoryQuotas(now));
}
