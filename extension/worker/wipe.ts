import { browser } from "wxt/browser";
import { replaceAll } from "./account-store.ts";
import { forgetClients } from "./clients.ts";
import { giveBackPermissions } from "./host-permission.ts";
import { speakLanguage } from "./language.ts";
import { forgetBulk } from "./lists/bulk.ts";
import { settleSites } from "./sites.ts";

/** Takes everything away, as if the extension had just been installed. */
export async function wipe(): Promise<void> {
  // Tokens first: whatever fails after that is only a nuisance.
  await replaceAll([], undefined);
  forgetClients();
  await forgetBulk();
  await Promise.all([browser.storage.local.clear(), browser.storage.session.clear(), browser.alarms.clearAll()]);
  await giveBackPermissions();
  await speakLanguage("auto");
  await settleSites();
}
