import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { reviewRequests } from "../reviewers/review-requests.tsx";
import { offerPart } from "../ui/parts.ts";

/** Loaded where a pull request is shown, or where somebody is to be asked for a review. */
export default defineUnlistedScript(() => {
  offerPart("reviewers", reviewRequests.init);
});
