import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { keepOverlay } from "../overlay/overlay.ts";
import { sharedAs } from "../ui/shared-name.ts";

declare global {
  /** Takes away the overlay that this tab already has from this extension. */
  var forgehandAway: (() => void) | undefined;
}

/** On pages: named in the manifest for github.com, registered for every other host, injected into tabs that were open. */
export default defineUnlistedScript(() => {
  sharedAs("forgehandAway")?.();
  const life = new AbortController();
  globalThis.forgehandAway = () => life.abort();
  keepOverlay(life.signal);
});
