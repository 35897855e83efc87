/** The edit that the browser has announced and not made yet. */
type AnnouncedEdit = Pick<InputEvent, "inputType" | "data">;

/** The text of a field, as far as the user has edited it. */
export interface FieldEdits {
  /** Handles the trusted event before an edit. */
  readonly onBeforeInput: (event: AnnouncedEdit, field: { value: string }) => void;
  /**
   * Handles the trusted event after an edit. Takes back what the page has changed.
   * @returns the text after the user's edit; undefined if it was not the user's
   */
  readonly onInput: (event: AnnouncedEdit, field: { value: string }) => string | undefined;
  /** Sets the text that the extension has drawn. */
  setText(text: string): void;
}

/**
 * Tells the user's edits of a field from those of the page, which can set the field's value and run editing commands.
 * Browsers mark the input event of a command as trusted, but announce only the user's edits.
 */
export function createFieldEdits(): FieldEdits {
  let text = "";
  let announced: AnnouncedEdit | undefined;
  /** Texts that the user can return to by undoing edits. */
  const past = new Set([text]);

  function isByUser({ inputType, data }: AnnouncedEdit, value: string): boolean {
    if (announced?.inputType !== inputType || announced.data !== data) return false;
    return inputType.startsWith("history") ? past.has(value) : isEditOf(text, value, data ?? "");
  }

  return {
    onBeforeInput({ inputType, data }, field) {
      if (field.value !== text) field.value = text;
      announced = { inputType, data };
    },
    onInput(event, field) {
      if (!isByUser(event, field.value)) {
        field.value = text;
        return undefined;
      }
      announced = undefined;
      text = field.value;
      past.add(text);
      return text;
    },
    setText(newText) {
      text = newText;
      if (text === "") past.clear();
      past.add(text);
    },
  };
}

/** Whether a text results from another one by replacing one part of it. Spaces don't count, because pasting drops some. */
export function isEditOf(before: string, after: string, inserted: string): boolean {
  const [from, to, part] = [before, after, inserted].map((text) => text.replace(/\s+/g, ""));
  if (from === undefined || to === undefined || part === undefined) return false;
  const keptLength = to.length - part.length;
  for (let at = 0; at <= keptLength; at += 1) {
    if (!from.startsWith(to.slice(0, at)) || keptLength > from.length) return false;
    if (to.startsWith(part, at) && from.endsWith(to.slice(at + part.length))) return true;
  }
  return false;
}
