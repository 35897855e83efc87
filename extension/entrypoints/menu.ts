import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { createMenu } from "../controls/create-menu.ts";
import { registerPart } from "../ui/parts.ts";

/** Loaded when a menu is first opened. */
export default defineUnlistedScript(() => registerPart("menu", createMenu));
