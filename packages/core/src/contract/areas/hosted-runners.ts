export * from "../organization/hosted-runners.ts";
