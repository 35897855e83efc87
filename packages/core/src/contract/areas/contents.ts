export * from "../repository/contents.ts";
export * from "../repository/languages.ts";
