import { escape as escapeQuery } from "node:querystring";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskedForms } from "./masked-forms.ts";
import { createRedactor } from "./redactor.ts";

const percentLower = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const form = (text: string) => new URLSearchParams([["x", text]]).toString().slice(2);
const xml = (text: string, quotes: Readonly<Record<string, string>> = {}) => {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", ...quotes };
  return Array.from(text, (character) => entities[character] ?? character).join("");
};
const json = (text: string) => JSON.stringify(text);
const asciiOnly = (text: string) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const buffer = (text: string) => Buffer.from(text);

/** Encodings of whole texts, written without the code under test. */
const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  encodeURIComponent,
  "lower-case percent": (text) => percentLower(encodeURIComponent(text)),
  encodeURI,
  "RFC 3986": strict,
  "lower-case RFC 3986": (text) => percentLower(strict(text)),
  "RFC 3986 with slashes": (text) => strict(text).replaceAll("%2F", "/"),
  "query string": escapeQuery,
  form,
  "lower-case form": (text) => percentLower(form(text)),
  "RFC 3986 form": (text) => strict(text).replaceAll("%20", "+"),
  "XML text": (text) => xml(text),
  XML: (text) => xml(text, { '"': "&quot;", "'": "&apos;" }),
  HTML: (text) => xml(text, { '"': "&quot;", "'": "&#39;" }),
  "HTML attribute": (text) => xml(text, { '"': "&quot;" }),
  "HTML of Go": (text) => xml(text, { '"': "&#34;", "'": "&#39;" }),
  "HTML of Python": (text) => xml(text, { '"': "&quot;", "'": "&#x27;" }),
  "numeric entities": (text) =>
    xml(text).replace(/[^\0-\x7f]/gu, (character) => `&#${String(character.codePointAt(0))};`),
  JSON: json,
  "JSON with escaped slashes": (text) => json(text).replaceAll("/", "\\/"),
  "JSON of Python": (text) => asciiOnly(json(text)),
  "JSON of PHP": (text) => asciiOnly(json(text).replaceAll("/", "\\/")),
  "JSON of Go": (text) =>
    json(text).replace(/[<>&\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "JSON in JSON": (text) => json(json(text)),
  hex: (text) => buffer(text).toString("hex"),
  "upper-case hex": (text) => buffer(text).toString("hex").toUpperCase(),
  base64: (text) => buffer(text).toString("base64"),
  base64url: (text) => buffer(text).toString("base64url"),
  "base64 of UTF-16": (text) => Buffer.from(text, "utf16le").toString("base64"),
  "single quotes of a shell": (text) => `'${text.replaceAll("'", "'\\''")}'`,
  "single quotes of Python's shlex": (text) => `'${text.replaceAll("'", "'\"'\"'")}'`,
  "double quotes of a shell": (text) => `"${text.replace(/["$`\\]/g, "\\$&")}"`,
  SQL: (text) => `'${text.replaceAll("'", "''")}'`,
  CSV: (text) => `"${text.replaceAll('"', '""')}"`,
  "a command line": (text) => `"${text.replace(/["\\]/g, "\\$&")}"`,
};

/** Characters that encodings change, and some that they don't. */
const character = fc.constantFrom(..."abcdefgXYZ0189", ..."!#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\"", " ", "ä", "€", "😀");
const secretText = fc.string({ unit: character, minLength: 8, maxLength: 60 });
const secrets = fc.oneof(
  secretText,
  fc.array(secretText, { minLength: 2, maxLength: 4 }).map((lines) => lines.join("\n")),
);
const surroundings = fc.string({ unit: character, maxLength: 20 });

/** Windows of a text that no output may contain. */
function windowsOf(text: string): string[] {
  const length = 8;
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
}

/** Replaces the data of mask commands like the runner: literally, with overlapping matches merged. */
function maskLikeRunner(values: readonly string[]): (text: string) => string {
  return (text) => {
    const isMasked = Array.from({ length: text.length }, () => false);
    for (const value of values) {
      for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
        isMasked.fill(true, at, at + value.length);
      }
    }
    return text
      .split("")
      .map((unit, at) => (isMasked[at] ? "\0" : unit))
      .join("")
      .replace(/\0+/g, "***");
  };
}

function redactWith(secret: string | Uint8Array): (text: string) => string {
  const redactor = createRedactor();
  for (const masked of maskedForms(secret)) redactor.add(masked);
  return redactor.redact;
}

describe.each(Object.entries(ENCODERS))("a secret encoded as %s", (_name, encode) => {
  test("leaves no trace within any text", () => {
    fc.assert(
      fc.property(surroundings, secrets, surroundings, (before, secret, after) => {
        const own = windowsOf(encode(secret));
        // In base64, the position of the text after the secret determines how it is encoded.
        const around = ["", ".", ".."].map((shift) => encode(before) + encode(shift + after)).join(" ");
        fc.pre(!own.some((part) => around.includes(part)));
        const shown = encode(before + secret + after);
        const runner = maskLikeRunner(maskedForms(secret));
        for (const text of [redactWith(secret)(shown), shown.split("\n").map(runner).join("\n")]) {
          const shownParts = text.replaceAll("***", "\0");
          expect(own.filter((part) => shownParts.includes(part))).toEqual([]);
        }
      }),
    );
  });
});

describe("masked forms", () => {
  test("contain the secret itself and nothing blank", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (secret) => {
        fc.pre(secret.trim() !== "");
        const forms = maskedForms(secret);
        expect(forms).toContain(secret);
        expect(forms.every((masked) => masked.trim() !== "")).toBe(true);
      }),
    );
  });

  test("contain each line of a key, also with escaped line breaks, but no short ones", () => {
    for (const key of ["-----BEGIN\nabcdef\r\nghijkl\n}", "-----BEGIN\\nabcdef\\r\\nghijkl\\n}"]) {
      expect(maskedForms(key)).toEqual(expect.arrayContaining(["-----BEGIN", "abcdef", "ghijkl"]));
      expect(maskedForms(key).filter((masked) => masked.length < 4)).toEqual([]);
    }
  });

  test("contain no short encodings of a short secret", () => {
    expect(maskedForms("}").filter((masked) => masked.length < 4)).toEqual(["}"]);
    expect(maskedForms("{\n1\n}").filter((masked) => masked.length < 4)).toEqual([]);
  });

  test("cover base64 that a program wraps", () => {
    const secret = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 7919) % 256));
    for (const columns of [64, 76]) {
      const wrapped = secret.toString("base64").replace(new RegExp(`.{${columns}}`, "g"), "$&\n");
      expect(redactWith(secret)(wrapped)).toMatch(/^(?:\*\*\*\n)+(?:\*\*\*)?.{0,4}$/);
    }
  });

  test("are found in longer texts whose encoding a program wraps", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ -~]{0,90}$/),
        fc.stringMatching(/^gh[ps]_[0-9A-Za-z]{36,200}$/),
        fc.stringMatching(/^[ -~]{0,90}$/),
        fc.constantFrom(40, 60, 64, 72, 76),
        fc.constantFrom("\n", "\r\n", "\n    ", "  \n", "\\n", "\\r\\n"),
        fc.constantFrom<"base64" | "hex">("base64", "hex"),
        (before, secret, after, columns, lineBreak, encoding) => {
          const encoded = Buffer.from(`${before}${secret}${after}`).toString(encoding);
          const lines = encoded.match(new RegExp(`.{1,${columns}}`, "g")) ?? [];
          const redacted = redactWith(secret)(`<${lines.join(lineBreak)}>`);
          const joined = redacted.replaceAll(lineBreak, "").replaceAll(/\*+/g, "\0");
          const own = Buffer.from(secret).toString(encoding);
          const shown = encoded.length - [...joined].filter((character) => !/[\0<>]/.test(character)).length;
          // Two characters at either end of base64 also depend on the neighbors.
          expect(shown).toBeGreaterThanOrEqual(own.length - 6);
          expect(redacted.split(lineBreak)).toHaveLength(lines.length);
        },
      ),
    );
  });

  test("are found where a message was shortened within them", () => {
    const secret = `ghp_${"0123456789abcdefghij".repeat(3)}`;
    for (let length = 8; length < secret.length; length++) {
      expect(redactWith(secret)(`${".".repeat(40)}${secret.slice(0, length)}… More`)).toBe(
        `${".".repeat(40)}***… More`,
      );
    }
    const other = `${"x".repeat(3000)}${secret.slice(4, 20)}…`;
    expect(redactWith(secret)(other)).toBe(other);
  });

  test("cover bytes that are not text", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 64 }), (bytes) => {
        const buffer = Buffer.from(bytes);
        const percent = Array.from(buffer, (byte) =>
          /[\w.~-]/.test(String.fromCharCode(byte))
            ? String.fromCharCode(byte)
            : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`,
        ).join("");
        for (const shown of [buffer.toString("hex"), buffer.toString("base64"), percent]) {
          const text = redactWith(bytes)(`<${shown}>`);
          expect(windowsOf(shown).filter((part) => text.includes(part))).toEqual([]);
        }
      }),
    );
  });

  test("cover the sections of a PowerShell command that failed", () => {
    const redact = redactWith("first-part&+second-part&third-part");
    for (const section of ["first-part&+", "second-part&third-part", "third-part"]) {
      expect(redact(section)).not.toMatch(/part/);
    }
  });

  test("are few for a token", () => {
    const token = `ghp_${"0123456789abcdefghijklmnopqrstuvwxyz"}`;
    expect(maskedForms(token).length).toBeLessThan(12);
  });
});
