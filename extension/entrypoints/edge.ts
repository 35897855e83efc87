import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { createEdgeTab } from "../ui/edge-tab.ts";
import { registerPart } from "../ui/parts.ts";

/** Loaded on pages that have no room for the overlay. */
export default defineUnlistedScript(() => registerPart("edge", createEdgeTab));
