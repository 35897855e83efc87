export * from "../organization/variables.ts";
export * from "../repository/variables.ts";
