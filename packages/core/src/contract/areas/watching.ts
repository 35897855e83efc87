export * from "../repository/watching.ts";
export * from "../user/watching.ts";
