export * from "../repository/starring.ts";
export * from "../user/starring.ts";
