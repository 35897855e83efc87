import { hasType, type ValueOf } from "@forgehand/core/schema";
import { openStateDatabase } from "../state-database.ts";

/** The pull requests that waited for an account's review when it was last checked, by account. */
const SeenReviewsSchema = { type: "record", of: { type: "array", of: "string" } } as const;

type SeenReviews = ValueOf<typeof SeenReviewsSchema>;

/** Reads what was seen, also before the browser was closed. */
export async function readSeenReviews(): Promise<SeenReviews> {
  const stored: unknown = await (await openStateDatabase()).get("settings", "seen-reviews");
  return hasType(SeenReviewsSchema, stored) ? stored : {};
}

export async function writeSeenReviews(seen: SeenReviews): Promise<void> {
  await (await openStateDatabase()).put("settings", seen, "seen-reviews");
}
