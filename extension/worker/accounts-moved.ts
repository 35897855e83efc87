import { forgetAnswers } from "../popup/last-answer.ts";
import { forgetClients } from "./clients.ts";
import { accountsChanged } from "./lists/bulk.ts";
import { settleSites } from "./sites.ts";

/** Accounts, tokens or the lock changed: pages, jobs and clients are to go on from what is now. */
export async function accountsMoved(): Promise<void> {
  forgetClients();
  await forgetAnswers();
  await settleSites();
  // Lists and jobs are brought along behind it: nobody who changes an account waits for them.
  accountsChanged().catch((error: unknown) => console.error(error));
}
