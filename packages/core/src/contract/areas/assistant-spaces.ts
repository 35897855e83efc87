export * from "../organization/assistant-spaces.ts";
