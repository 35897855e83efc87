import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { createToasts } from "../ui/create-toasts.ts";
import style from "../ui/interaction.css?inline";
import { createMismatchNote } from "../ui/mismatch-note.ts";
import { registerPart } from "../ui/parts.ts";
import { hasComeUnderPointer, isSecondPress } from "../ui/pointer-checks.ts";
import { listenForShortcuts } from "../ui/shortcuts.ts";
import { isVisibleToUser, watchVisibility } from "../ui/visibility.ts";

/** All that the overlay needs as soon as it is used: checks of presses, shortcuts, messages and their styles. */
export default defineUnlistedScript(() =>
  registerPart("interaction", {
    style,
    createToasts,
    listenForShortcuts,
    createMismatchNote,
    watchVisibility,
    isVisibleToUser,
    hasComeUnderPointer,
    isSecondPress,
  }),
);
