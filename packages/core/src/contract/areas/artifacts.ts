export * from "../repository/artifacts.ts";
