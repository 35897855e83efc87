export * from "../organization/repositories.ts";
export * from "../repository/collaborators.ts";
export * from "../repository/environments.ts";
export * from "../repository/repositories.ts";
export * from "../user/repositories.ts";
