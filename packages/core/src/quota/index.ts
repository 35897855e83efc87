// Quotas that processes share: the store in memory, and what other stores are made of.

export { type AppliedCommand, applyQuotaCommand } from "../client/pace/ledger-text.ts";
export { type MemoryQuotaStoreOptions, memoryQuotaStore } from "../client/pace/memory-quota-store.ts";
export { createQuotaReplica, type QuotaReplica } from "../client/pace/quota-replica.ts";
export type {
  QuotaBlocker,
  QuotaCommand,
  QuotaReply,
  QuotaStore,
  RecordCommand,
  RecordedUsage,
  RenewCommand,
  ReserveCommand,
  RunQuotaCommand,
  SettleCommand,
  WindowUse,
} from "../client/pace/quota-store.ts";
export { createQuotaStore } from "../client/pace/store-quotas.ts";
