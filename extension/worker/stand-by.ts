import { browser } from "wxt/browser";
import { accountsMoved } from "./accounts-moved.ts";
import { followPermissions } from "./host-permission.ts";
import { LOCK_ALARM, lockIfDue } from "./lock-session.ts";

/** The page that is shown once, after the extension was installed. */
const WELCOME = "/welcome.html";

/** Does what is due without anybody asking. To be called at each start of the worker, at once. */
export function standBy(): void {
  // The key of the passphrase lies there. Firefox keeps it from pages by itself, and has no word for it.
  if ("setAccessLevel" in browser.storage.session) {
    void browser.storage.session.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
  }
  followPermissions(() => void accountsMoved());
  browser.storage.onChanged.addListener((_, area) => {
    // An administrator decided anew.
    if (area === "managed") void accountsMoved();
  });
  browser.alarms.onAlarm.addListener(async ({ name }) => {
    if (name === LOCK_ALARM && (await lockIfDue())) await accountsMoved();
  });
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === "install") void browser.tabs.create({ url: browser.runtime.getURL(WELCOME) });
  });
}
