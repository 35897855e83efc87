export * from "../repository/contents.ts";
