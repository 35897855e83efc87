import { focusedBy } from "./own-root.ts";
import { runPress } from "./press.ts";
import { trusted } from "./trusted.ts";

/** Runs a control's shortcut. Called only for genuine user input. */
export type ShortcutAction = () => void;

/** Elements that accept typed text. */
const TEXT_FIELDS = `input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=image],[type=range],
  [type=color],[type=file]),textarea,select,[role=textbox],[role=searchbox],[role=combobox]`;

/**
 * Listens for the user's keyboard shortcuts, except while the focus is in a text field of the page or of Forgehand.
 * @param shortcuts maps key combinations to functions
 */
export function listenForShortcuts(shortcuts: ReadonlyMap<string, ShortcutAction>, signal: AbortSignal): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const shortcut = shortcuts.get(shortcutName(event));
    if (!shortcut || event.repeat || event.isComposing || isTextField(focusedBy(event))) return;
    event.preventDefault();
    event.stopPropagation();
    // The keys say what is meant, wherever the control is.
    runPress(Promise.resolve(true), shortcut);
  };
  document.addEventListener("keydown", trusted(onKeyDown), { signal, capture: true });
}

function isTextField(target: EventTarget | null | undefined): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TEXT_FIELDS));
}

/** Formats a key combination: `Alt+Shift+S`. */
export function shortcutName({ altKey, ctrlKey, metaKey, shiftKey, code }: KeyboardEvent): string {
  const parts = [ctrlKey && "Ctrl", altKey && "Alt", shiftKey && "Shift", metaKey && "Meta"];
  return [...parts, code.replace(/^(Key|Digit)/, "")].filter(Boolean).join("+");
}
