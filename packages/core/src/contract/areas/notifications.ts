export * from "../user/threads.ts";
