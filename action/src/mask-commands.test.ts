import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskCommands } from "./mask-commands.ts";

/** Returns the values that the runner masks, by its documented escapes. */
function readLikeRunner(commands: string): readonly string[] {
  return Array.from(commands.matchAll(/^::add-mask::(.*)$/gm), ([, data = ""]) =>
    data.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%"),
  );
}

describe("mask commands", () => {
  test("have one line each, in which the runner reads the form", () => {
    expect(maskCommands(["100%0A", "a\r\nb"])).toBe("::add-mask::100%250A\n::add-mask::a%0D%0Ab\n");
    const forms = fc.array(fc.string({ minLength: 1, unit: fc.constantFrom("a", "%", "0", "A", "D", "\r", "\n") }));
    fc.assert(
      fc.property(forms, (texts) => {
        expect(readLikeRunner(maskCommands(texts))).toEqual(texts);
      }),
    );
  });
});
