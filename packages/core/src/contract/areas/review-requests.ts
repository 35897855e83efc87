export * from "../repository/review-requests.ts";
