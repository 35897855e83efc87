export * from "../repository/workflow-runs.ts";
