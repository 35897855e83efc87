export * from "../app/app.ts";
export * from "../app/installations.ts";
export * from "../installation/installation.ts";
export * from "../organization/installation.ts";
export * from "../repository/installation.ts";
export * from "../user/installations.ts";
