export { type PostgresDeliveryStoreOptions, postgresDeliveryStore } from "./delivery-store.ts";
export { migrationSql } from "./migration.ts";
export type { PostgresStoreOptions, TableOptions } from "./options.ts";
export { postgresQuotaStore } from "./quota-store.ts";
