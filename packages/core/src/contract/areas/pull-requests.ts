export * from "../repository/pull-requests.ts";
export * from "../repository/review-comments.ts";
export * from "../repository/reviews.ts";
