import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { runOverlay } from "../overlay/run-overlay.ts";
import { observePointer } from "../ui/pointer-history.ts";
import { sharedGlobal } from "../ui/shared-global.ts";
import { observeFocus } from "../ui/user-focus.ts";

declare global {
  /** Removes the overlay that this extension has already added to the tab. */
  var forgehandAway: (() => void) | undefined;
}

/**
 * Content script of the overlay: registered for each host with an account, and injected into tabs that were already
 * open.
 */
export default defineUnlistedScript(() => {
  sharedGlobal("forgehandAway")?.();
  const controller = new AbortController();
  globalThis.forgehandAway = () => controller.abort();
  observeFocus(window, controller.signal);
  observePointer(controller.signal);
  runOverlay(controller.signal);
});
