import * as z from "zod/mini";
import { openStateDatabase } from "../state-database.ts";

/** The pull requests that waited for an account's review when it was last checked, by account. */
const SeenReviewsSchema = z.record(z.string(), z.array(z.string()));

type SeenReviews = Readonly<Record<string, readonly string[]>>;

/** Reads what was seen, also before the browser was closed. */
export async function readSeenReviews(): Promise<SeenReviews> {
  const parsed = z.safeParse(SeenReviewsSchema, await (await openStateDatabase()).get("settings", "seen-reviews"));
  return parsed.success ? parsed.data : {};
}

export async function writeSeenReviews(seen: SeenReviews): Promise<void> {
  await (await openStateDatabase()).put("settings", seen, "seen-reviews");
}
