export * from "../organization/immutable-releases.ts";
