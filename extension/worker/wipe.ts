import { browser } from "wxt/browser";
import { t } from "../locales/i18n.ts";
import { replaceAllAccounts, runExclusive } from "./account-store.ts";
import { clearClients } from "./clients.ts";
import { removeOptionalPermissions } from "./host-permission.ts";
import { loadLanguage } from "./language.ts";
import { deleteBulkData, stopBulkServices } from "./lists/bulk-services.ts";
import { endSession } from "./lock-session.ts";
import { RefusedError } from "./refused-error.ts";
import { showBadge } from "./reviews/review-badge.ts";
import { updateSites } from "./sites.ts";
import { clearState } from "./state-database.ts";
import { runAlone } from "./task-gate.ts";

/**
 * Deletes all data and permissions, as after a new installation. Interrupts everything that is running.
 * @returns the match patterns of hosts to which the browser still gives access
 */
export function wipe(): Promise<string[]> {
  return runAlone(new RefusedError(t("dataWasDeleted")), async (waitForTasks) => {
    // Tokens are deleted first, so that neither a long wait nor a later failure can keep them.
    await deleteTokens();
    await waitForTasks(stopBulkServices());
    // Tasks that were running can have stored tokens again.
    await deleteTokens();
    await deleteBulkData();
    clearClients();
    await clearState();
    const { session, local, sync } = browser.storage;
    await Promise.all([session.clear(), local.clear(), sync.clear(), browser.alarms.clearAll()]);
    await showBadge();
    const keptHosts = await removeOptionalPermissions();
    await loadLanguage("auto");
    await updateSites();
    return keptHosts;
  });
}

async function deleteTokens(): Promise<void> {
  await runExclusive(() => replaceAllAccounts([], undefined));
  await endSession();
}
