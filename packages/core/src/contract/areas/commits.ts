export * from "../repository/commit-comments.ts";
export * from "../repository/commits.ts";
export * from "../repository/contributors.ts";
export * from "../repository/statistics.ts";
export * from "../repository/statuses.ts";
