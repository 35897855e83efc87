export * from "../organization/assistant-seats.ts";
