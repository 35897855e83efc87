export * from "../repository/workflow-runs.ts";
export * from "../repository/workflows.ts";
