import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { drawRows } from "../rows/draw-rows.ts";
import { offerPart } from "../ui/parts.ts";

/** Loaded where a page lists repositories or pull requests. */
export default defineUnlistedScript(() => offerPart("rows", drawRows));
