import { clearCachedResponses } from "../popup/response-cache.ts";
import { endUnusableAccess } from "./accounts.ts";
import { clearClients } from "./clients.ts";
import { updateBulkAccounts } from "./lists/bulk-services.ts";
import { checkReviews } from "./reviews/check-reviews.ts";
import { updateSites } from "./sites.ts";
import { runInBackground } from "./task-gate.ts";

/** Updates pages, jobs and clients after accounts, tokens, permissions or the lock have changed. */
export async function applyAccountChanges(): Promise<void> {
  await endUnusableAccess();
  clearClients();
  await clearCachedResponses();
  await updateSites();
  // Lists and jobs are updated in the background, so that the caller does not wait for them.
  runInBackground(updateBulkAccounts);
  runInBackground(checkReviews);
}
