import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFieldEdits, isEditOf } from "./field-edits.ts";

/** A field with its edits, as the user and the page change it. */
function createField() {
  const field = { value: "" };
  const edits = createFieldEdits();
  const input = (value: string, inputType: string, data: string | null) => {
    field.value = value;
    return edits.onInput({ inputType, data }, field);
  };
  return {
    field,
    /** An edit by the user, which the browser announces. */
    edit(change: (value: string) => string, inputType = "insertText", data: string | null = null) {
      edits.onBeforeInput({ inputType, data }, field);
      return input(change(field.value), inputType, data);
    },
    /** An edit by a command of the page. */
    command: (value: string, data: string) => input(value, "insertText", data),
    edits,
  };
}

describe("the user's edits", () => {
  test("are typing, pasting, deleting and undoing", () => {
    const { edit } = createField();
    expect(edit((value) => `${value}c`, "insertText", "c")).toBe("c");
    expect(edit((value) => `${value}arol`, "insertFromPaste", "arol\n")).toBe("carol");
    expect(edit(() => "carl", "deleteContentBackward")).toBe("carl");
    expect(edit(() => "carol", "historyUndo")).toBe("carol");
    expect(edit(() => "", "deleteByCut")).toBe("");
  });

  test("are all replacements of one part of a text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (start, middle, end, inserted) => {
        expect(isEditOf(start + middle + end, start + inserted + end, inserted)).toBe(true);
        expect(isEditOf(`a${middle}`, `a${middle}bc`, "c")).toBe(false);
      }),
    );
  });
});

describe("what the page changes is taken back:", () => {
  test("a value that it sets before an edit", () => {
    const { field, edit } = createField();
    edit(() => "c", "insertText", "c");
    field.value = "mallory,";
    expect(edit((value) => `${value}a`, "insertText", "a")).toBe("ca");
  });

  test("a value that it sets during an edit", () => {
    const { field, edit } = createField();
    expect(edit(() => "mallory,c", "insertText", "c")).toBeUndefined();
    expect(edit(() => "mallory", "historyUndo")).toBeUndefined();
    expect(field.value).toBe("");
  });

  test("commands, also while the browser has announced an edit", () => {
    const { field, edits, command } = createField();
    expect(command("mallory", "mallory")).toBeUndefined();
    edits.onBeforeInput({ inputType: "insertText", data: "c" }, field);
    expect(command("mallory", "mallory")).toBeUndefined();
    expect(field.value).toBe("");
  });
});
