import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { drawRows } from "../rows/manage-rows.ts";
import { registerPart } from "../ui/parts.ts";

/** Loaded on pages that list repositories or pull requests. */
export default defineUnlistedScript(() => registerPart("rows", drawRows));
