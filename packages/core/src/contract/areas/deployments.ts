export * from "../repository/deployment-statuses.ts";
export * from "../repository/deployments.ts";
