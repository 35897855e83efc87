import type { Word } from "../../locales/words.ts";
import { SHORTCUT_IDS, type ShortcutId } from "../../settings.ts";

/** Keys that are held, and press nothing by themselves. */
const HELD = /^(Alt|AltGraph|Control|Shift|Meta|OS|CapsLock|Fn|Hyper|Super)(Left|Right)?$/;

/** Is it a key that makes a shortcut, or one that is only held so far? */
export function isPressed({ code, key }: { readonly code: string; readonly key: string }): boolean {
  return code !== "" && !HELD.test(code) && !HELD.test(key) && key !== "Dead";
}

/** Ones that browsers keep to themselves: no page hears of them. */
const BROWSERS_OWN = /^(Ctrl|Meta)\+(Shift\+)?(N|T|W|Tab|Q|R|L|P|F|H|J|D|[0-9])$/;

/** What speaks against a shortcut; undefined: nothing does. */
export function problemWith(keys: string): Word | undefined {
  const parts = keys.split("+");
  const isFunction = /^F([1-9]|1\d|2[0-4])$/.test(parts.at(-1) ?? "");
  if (!isFunction && !parts.some((part) => part === "Ctrl" || part === "Alt" || part === "Meta")) return "keysAreBare";
  return BROWSERS_OWN.test(keys) || /^(Alt\+F4|F5|F11|F12)$/.test(keys) ? "keysAreBrowsers" : undefined;
}

/** Who else has these keys. */
export function takenBy(
  keys: string,
  id: ShortcutId,
  shortcuts: Readonly<Record<ShortcutId, string>>,
): ShortcutId | undefined {
  return SHORTCUT_IDS.find((other) => other !== id && keys !== "" && shortcuts[other] === keys);
}
