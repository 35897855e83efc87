import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { drawReviewRequests } from "../reviewers/review-requests.tsx";
import { registerPart } from "../ui/parts.ts";

/** Loaded on pull requests, and when a row's review requests are opened. */
export default defineUnlistedScript(() => registerPart("reviewers", drawReviewRequests));
