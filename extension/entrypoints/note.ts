import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { drawProblemNote } from "../ui/draw-problem-note.ts";
import { registerPart } from "../ui/parts.ts";

/** Loaded when a control first has a problem. */
export default defineUnlistedScript(() => registerPart("note", drawProblemNote));
