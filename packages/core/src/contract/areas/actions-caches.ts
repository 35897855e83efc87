export * from "../organization/actions-caches.ts";
