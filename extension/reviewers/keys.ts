import { distinct, readNames } from "./names.ts";
import type { Adding } from "./use-adding.ts";

/** What keys do in the field; false where that is nothing. */
const KEYS: Readonly<Record<string, (adding: Adding, event: KeyboardEvent) => boolean>> = {
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
  Enter({ enter }, { ctrlKey, metaKey }) {
    enter(ctrlKey || metaKey);
    return true;
  },
  Escape({ open, typed, hide, type }) {
    if (!open && typed === "") return false;
    if (open) hide();
    else type("");
    return true;
  },
  Backspace({ typed, picked, drop }) {
    const last = typed === "" ? picked.at(-1) : undefined;
    if (last) drop(last);
    return last !== undefined;
  },
  Tab({ hide }) {
    hide();
    return false;
  },
  ",": collect,
  ";": collect,
};

/** A name ends with a comma. */
function collect({ typed, pick }: Adding): boolean {
  pick(readNames(typed));
  return true;
}

/** Does what a key is for. What nothing was done with is left to the page, and to what the field is in. */
export function pressKey(adding: Adding, event: KeyboardEvent): void {
  // Keys that choose letters of other scripts are meant for nothing else.
  if (event.isComposing || adding.off) return;
  const press = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
  if (!press?.(adding, event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Picks several names that are pasted; a single one is typed. */
export function pasteNames({ typed, pick, show, off }: Adding, event: ClipboardEvent): void {
  const names = readNames(event.clipboardData?.getData("text/plain") ?? "");
  if (off || names.length < 2) return;
  event.preventDefault();
  pick(distinct([...readNames(typed), ...names]));
  show();
}
