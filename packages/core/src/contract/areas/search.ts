export * from "../service/search.ts";
