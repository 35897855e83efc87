import { isSeenByKey, runPress } from "../ui/press.ts";
import { hasUserFocus } from "../ui/user-focus.ts";
import { distinct, parseReviewers } from "./names.ts";
import type { ReviewerPicker } from "./use-reviewer-picker.ts";

const KEY_HANDLERS: Readonly<Record<string, (picker: ReviewerPicker, event: KeyboardEvent) => boolean>> = {
  ArrowDown({ show, move }, { altKey }) {
    if (altKey) show();
    else move(1);
    return true;
  },
  ArrowUp({ hide, move }, { altKey }) {
    if (altKey) hide();
    else move(-1);
    return true;
  },
  Enter({ enter, send }, { ctrlKey, metaKey, currentTarget: field }) {
    if (!ctrlKey && !metaKey) enter();
    else if (field instanceof Element) runPress(isSeenByKey(field), send);
    return true;
  },
  Escape({ open, typed, hide, type }) {
    if (!open && typed === "") return false;
    if (open) hide();
    else type("");
    return true;
  },
  Backspace({ typed, picked, drop }) {
    const lastPicked = typed === "" ? picked.at(-1) : undefined;
    if (lastPicked) drop(lastPicked);
    return lastPicked !== undefined;
  },
  Tab({ hide }) {
    hide();
    return false;
  },
  ",": pickTyped,
  ";": pickTyped,
};

/** A comma or semicolon completes a name. */
function pickTyped({ typed, pick }: ReviewerPicker): boolean {
  pick(parseReviewers(typed));
  return true;
}

/** Handles a key. Unhandled keys are left to the page and to the elements around the field. */
export function handleKey(picker: ReviewerPicker, event: KeyboardEvent): void {
  // During IME composition, keys select characters only.
  if (event.isComposing || picker.isDisabled) return;
  if (!(event.currentTarget instanceof Element && hasUserFocus(event.currentTarget))) {
    // The page has moved the focus here, and may have typed a name too.
    if (event.key === "Enter") event.preventDefault();
    return;
  }
  const handler = Object.hasOwn(KEY_HANDLERS, event.key) ? KEY_HANDLERS[event.key] : undefined;
  if (!handler?.(picker, event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Picks pasted names if there are several; a single name is inserted as text. */
export function handlePaste({ typed, pick, show, isDisabled }: ReviewerPicker, event: ClipboardEvent): void {
  const names = parseReviewers(event.clipboardData?.getData("text/plain") ?? "");
  if (isDisabled || names.length < 2) return;
  event.preventDefault();
  pick(distinct([...parseReviewers(typed), ...names]));
  show();
}
