import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor } from "./redactor.ts";

function redact(forms: readonly string[], text: string): string {
  const redactor = createRedactor();
  for (const form of forms) redactor.add(form);
  return redactor.redact(text);
}

/** Replaces all occurrences of all forms by searching for each; touching ones are replaced together. */
function redactOneByOne(forms: readonly string[], text: string): string {
  const isSecret = Array.from({ length: text.length }, () => false);
  for (const form of forms) {
    for (let at = 0; form !== "" && at <= text.length - form.length; at++) {
      if (text.startsWith(form, at)) isSecret.fill(true, at, at + form.length);
    }
  }
  return text
    .split("")
    .map((unit, at) => (isSecret[at] ? "\0" : unit))
    .join("")
    .replace(/\0+/g, "***");
}

describe("a redactor", () => {
  test("replaces every occurrence of every form, also if they overlap", () => {
    const unit = fc.constantFrom("a", "b", "ä", "😀");
    const form = fc.string({ unit, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(form, { maxLength: 20 }), fc.string({ unit, maxLength: 60 }), (forms, text) => {
        expect(redact(forms, text)).toBe(redactOneByOne(forms, text));
      }),
    );
  });

  test("finds each of many forms that start alike", () => {
    const forms = Array.from({ length: 2000 }, (_, index) => `token-${index}-${"x".repeat(index % 7)}`);
    expect(redact(forms, forms.map((form) => `<${form}>`).join(" "))).toBe(forms.map(() => "<***>").join(" "));
  });

  test("returns a text without secrets unchanged", () => {
    expect(redact([], "any text")).toBe("any text");
    expect(redact(["secret", "abc"], "")).toBe("");
    expect(redact(["secret", "abc"], "sec ret ab")).toBe("sec ret ab");
  });
});
