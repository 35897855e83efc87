export * from "../organization/agents-variables.ts";
export * from "../organization/variables.ts";
export * from "../repository/agents-variables.ts";
export * from "../repository/environment-variables.ts";
export * from "../repository/variables.ts";
