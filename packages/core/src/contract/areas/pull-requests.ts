export * from "../repository/pull-requests.ts";
export * from "../repository/reviews.ts";
