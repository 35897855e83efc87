import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeText, toSafeJson } from "./escape-text.ts";

const UNSAFE = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

test("characters that control a terminal are shown as their codes", () => {
  expect(escapeText("a\u001b[31mb\r\n\u009b2J\u202eevil\u2066\t")).toBe(
    "a\\u{1b}[31mb\\u{d}\\u{a}\\u{9b}2J\\u{202e}evil\\u{2066}\\u{9}",
  );
  expect(escapeText("\ud800x\u{e0041}")).toBe("\\u{d800}x\\u{e0041}");
});

test("other characters stay, in any language", () => {
  for (const text of ["日本語", "naïve ✓ →", "👩‍👩‍👧", "\u0627\u0644", "-_./*"]) expect(escapeText(text)).toBe(text);
});

test("JSON has no unsafe character either, and the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
      const json = toSafeJson({ value, text });
      expect(json).not.toMatch(UNSAFE);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text })));
    }),
  );
});
