import type { TextKey } from "../locales/text-keys.ts";
import type { ControlId } from "./control-states.ts";
import { CONTROL_IDS } from "./controls.ts";

const MODIFIERS = /^(Alt|AltGraph|Control|Shift|Meta|OS|CapsLock|Fn|Hyper|Super)(Left|Right)?$/;

/** Returns whether a key completes a shortcut, rather than being a modifier. */
export function isShortcutKey({ code, key }: { readonly code: string; readonly key: string }): boolean {
  return code !== "" && !MODIFIERS.test(code) && !MODIFIERS.test(key) && key !== "Dead";
}

/** Shortcuts of browsers, for tabs and windows, which pages do not receive, and for editing. */
const BROWSER_SHORTCUTS =
  /^((Ctrl|Meta)\+(Shift\+)?(A|C|D|F|H|J|L|N|P|Q|R|T|V|W|X|Y|Z|[0-9]|Tab|Insert)|Alt\+(F4|Arrow(Left|Right))|F5|F11|F12)$/;

/** Key combinations as `shortcutName` formats them. */
const SHORTCUT = /^(Ctrl\+)?(Alt\+)?(Shift\+)?(Meta\+)?(?!(Alt|Control|Shift|Meta)(Left|Right)$)[A-Za-z0-9]+$/;

/** Text key of the reason why a shortcut is not allowed; undefined if it is allowed. */
export function shortcutProblem(keys: string): TextKey | undefined {
  const parts = keys.split("+");
  const isFunction = /^F([1-9]|1\d|2[0-4])$/.test(parts.at(-1) ?? "");
  if (!isFunction && !parts.some((part) => part === "Ctrl" || part === "Alt" || part === "Meta")) return "keysAreBare";
  return BROWSER_SHORTCUTS.test(keys) ? "keysAreBrowsers" : undefined;
}

/** Whether a text is a shortcut that is allowed; empty for none. */
export function isAllowedShortcut(keys: string): boolean {
  return keys === "" || (SHORTCUT.test(keys) && shortcutProblem(keys) === undefined);
}

/** Returns another control that has the same keys. */
export function findConflict(
  keys: string,
  id: ControlId,
  shortcuts: Readonly<Record<ControlId, string>>,
): ControlId | undefined {
  return CONTROL_IDS.find((other) => other !== id && keys !== "" && shortcuts[other] === keys);
}

/** Returns the first control whose keys another control has too. */
export function reusedShortcut(shortcuts: Readonly<Record<ControlId, string>>): ControlId | undefined {
  return CONTROL_IDS.find((id) => findConflict(shortcuts[id], id, shortcuts));
}
