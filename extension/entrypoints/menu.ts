import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { registerPart } from "../ui/parts.ts";
import { openWatchMenu } from "../ui/watch-menu.ts";

/** Loaded when a watch menu is first opened. */
export default defineUnlistedScript(() => registerPart("menu", openWatchMenu));
