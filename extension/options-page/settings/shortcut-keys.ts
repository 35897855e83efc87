import type { TextKey } from "../../locales/text-keys.ts";
import type { ControlId } from "../../model/control-states.ts";
import { CONTROL_IDS } from "../../model/controls.ts";

const MODIFIERS = /^(Alt|AltGraph|Control|Shift|Meta|OS|CapsLock|Fn|Hyper|Super)(Left|Right)?$/;

/** Returns whether a key completes a shortcut, rather than being a modifier. */
export function isShortcutKey({ code, key }: { readonly code: string; readonly key: string }): boolean {
  return code !== "" && !MODIFIERS.test(code) && !MODIFIERS.test(key) && key !== "Dead";
}

/** Shortcuts reserved by browsers, which pages do not receive. */
const BROWSER_SHORTCUTS = /^(Ctrl|Meta)\+(Shift\+)?(N|T|W|Tab|Q|R|L|P|F|H|J|D|[0-9])$/;

/** Text key of the reason why a shortcut is not allowed; undefined if it is allowed. */
export function shortcutProblem(keys: string): TextKey | undefined {
  const parts = keys.split("+");
  const isFunction = /^F([1-9]|1\d|2[0-4])$/.test(parts.at(-1) ?? "");
  if (!isFunction && !parts.some((part) => part === "Ctrl" || part === "Alt" || part === "Meta")) return "keysAreBare";
  return BROWSER_SHORTCUTS.test(keys) || /^(Alt\+F4|F5|F11|F12)$/.test(keys) ? "keysAreBrowsers" : undefined;
}

export function findConflict(
  keys: string,
  id: ControlId,
  shortcuts: Readonly<Record<ControlId, string>>,
): ControlId | undefined {
  return CONTROL_IDS.find((other) => other !== id && keys !== "" && shortcuts[other] === keys);
}
