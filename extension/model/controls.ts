import type { TextKey } from "../locales/text-keys.ts";
import type { ControlId } from "./control-states.ts";

interface ControlDeclaration {
  /** Name and description of the control's switch and of the ability that it needs. */
  readonly name: TextKey;
  readonly description: TextKey;
  /** Default keyboard shortcut, and its name. */
  readonly shortcut: string;
  readonly shortcutName: TextKey;
}

/** Registers all controls, in display order. Switches, settings, shortcuts and abilities are derived from it. */
export const CONTROLS: Readonly<Record<ControlId, ControlDeclaration>> = {
  star: {
    name: "ableStar",
    description: "switchStarMeans",
    shortcut: "Alt+Shift+S",
    shortcutName: "keysForStar",
  },
  watch: {
    name: "ableWatch",
    description: "switchWatchMeans",
    shortcut: "Alt+Shift+W",
    shortcutName: "keysForWatch",
  },
  "review-request": {
    name: "ableReviews",
    description: "switchReviewsMeans",
    shortcut: "Alt+Shift+R",
    shortcutName: "keysForReviews",
  },
};

export const CONTROL_IDS: readonly ControlId[] = Object.keys(CONTROLS).filter((id): id is ControlId => id in CONTROLS);
