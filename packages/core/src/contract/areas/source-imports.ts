export * from "../repository/source-imports.ts";
