export * from "../repository/branch-protection.ts";
export * from "../repository/branches.ts";
