import type { Shortcut } from "../controls/control.ts";
import { trusted } from "../ui/trusted.ts";

/** What people type into. */
const FIELDS = `input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=image],[type=range],
  [type=color],[type=file]),textarea,select,[role=textbox],[role=searchbox],[role=combobox]`;

/**
 * Listens for shortcuts that the person chose. Who types into a field, of the page's or of Forgehand's, means the field.
 * @param shortcuts what each does, by its keys
 */
export function listenForShortcuts(shortcuts: ReadonlyMap<string, Shortcut>, signal: AbortSignal): void {
  const pressed = (event: KeyboardEvent) => {
    const shortcut = shortcuts.get(nameOf(event));
    if (!shortcut || event.repeat || event.isComposing || isField(event.composedPath()[0])) return;
    event.preventDefault();
    event.stopPropagation();
    shortcut();
  };
  document.addEventListener("keydown", trusted(pressed), { signal, capture: true });
}

function isField(target: EventTarget | undefined): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS));
}

/** `Alt+Shift+S` */
export function nameOf({ altKey, ctrlKey, metaKey, shiftKey, code }: KeyboardEvent): string {
  const held = [ctrlKey && "Ctrl", altKey && "Alt", shiftKey && "Shift", metaKey && "Meta"];
  return [...held, code.replace(/^(Key|Digit)/, "")].filter(Boolean).join("+");
}
