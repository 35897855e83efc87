import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import style from "../ui/overlay-late.css?inline";
import { registerPart } from "../ui/parts.ts";
import { hasComeUnderPointer, isSecondPress } from "../ui/pointer-checks.ts";
import { isVisibleToUser, watchVisibility } from "../ui/visibility.ts";

/** Checks and styles for presses of the overlay. Loaded as soon as it is drawn. */
export default defineUnlistedScript(() =>
  registerPart("checks", { style, watchVisibility, isVisibleToUser, hasComeUnderPointer, isSecondPress }),
);
