import { addReview } from "../effects/reviews.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { firstDetail, HttpError } from "../http-error.ts";
import type { Control, ReviewToSubmit } from "../public.ts";
import { grantedPermission, publicPermission } from "../state/repositories.ts";
import { requirePullRequest, requireUserByLogin, requireWritableRepository } from "./find-by-name.ts";

const REVIEW_EVENTS = { approved: "APPROVE", changes_requested: "REQUEST_CHANGES", commented: "COMMENT" } as const;

/** Default texts of reviews. Only approvals can be without text. */
const DEFAULT_BODIES = {
  approved: "",
  changes_requested: "This needs changes.",
  commented: "I have reviewed this.",
} as const;

/** Submits reviews, with the same effects as an API call of the user. */
export function createReviewControl(context: EmulatorContext): Control["review"] {
  return (reviewToSubmit) => context.db.transaction(() => submitReview(context, reviewToSubmit));
}

function submitReview(
  context: EmulatorContext,
  { repository: fullName, pull: number, user: login, ...reviewToSubmit }: ReviewToSubmit,
): number {
  const { db } = context;
  const repository = requireWritableRepository(db, fullName);
  const pull = requirePullRequest(db, repository, number);
  const user = requireUserByLogin(db, login);
  if (publicPermission(repository) === "none" && grantedPermission(db, repository, user.id) === "none") {
    throw new RangeError(`${user.login} can't see ${fullName}.`);
  }
  const { state = "approved", body = DEFAULT_BODIES[state] } = reviewToSubmit;
  try {
    return addReview({ context, repository, sender: user }, pull, { event: REVIEW_EVENTS[state], body }).id;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new RangeError(firstDetail(error).message, { cause: error });
  }
}
