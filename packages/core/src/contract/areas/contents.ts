export * from "../repository/commits.ts";
export * from "../repository/contents.ts";
