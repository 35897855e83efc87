import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { registerPart } from "../ui/parts.ts";
import { hasComeUnderPointer, isSecondPress } from "../ui/pointer-checks.ts";
import { isVisibleToUser, watchVisibility } from "../ui/visibility.ts";

/** Loaded as soon as the overlay is drawn, before anyone can press it. */
export default defineUnlistedScript(() =>
  registerPart("checks", { watchVisibility, isVisibleToUser, hasComeUnderPointer, isSecondPress }),
);
