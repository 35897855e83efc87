import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor } from "./redact-secrets.ts";
import { redactTokens } from "./redact-tokens.ts";

const character = fc.constantFrom(..."abcdefgXYZ0189", ..."!#$%&'*+,-./:;=?@^_|~\"\\", " ", "ä", "€", "😀");
const secrets = fc.string({ unit: character, minLength: 16, maxLength: 60 }).filter((secret) => /\w{2}/.test(secret));
/** Characters that no secret has, so that no part of a secret occurs around it. */
const surroundings = fc.string({ unit: fc.constantFrom(..."234567"), maxLength: 10 });

/** Encodings of a text and what is before and after it, written without the code under test. */
const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  JSON: (text) => JSON.stringify(text),
  "percent codes": encodeURIComponent,
  "lower-case percent codes": (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  "percent codes of percent codes": (text) => encodeURIComponent(encodeURIComponent(text)),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "wrapped base64": (text) => Buffer.from(text).toString("base64").replace(/.{20}/g, "$&\r\n"),
  hex: (text) => Buffer.from(text).toString("hex"),
  "upper-case hex": (text) => Buffer.from(text).toString("hex").toUpperCase(),
};

/** Parts of a text that are too long to occur by chance. */
function partsOf(text: string): string[] {
  const length = 12;
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
}

describe.each(Object.entries(ENCODERS))("a secret in %s", (_name, encode) => {
  test("leaves no trace in a text", () => {
    fc.assert(
      fc.property(surroundings, secrets, surroundings, (before, secret, after) => {
        const own = partsOf(encode(secret));
        const redacted = createRedactor(() => [undefined, secret])(encode(before + secret + after));
        expect(own.filter((part) => redacted.includes(part))).toEqual([]);
      }),
    );
  });
});

describe("texts", () => {
  test("are unchanged without a secret", () => {
    fc.assert(
      fc.property(surroundings, surroundings, (before, after) => {
        const text = `${before} and ${after}`;
        expect(createRedactor(() => ["0123456789 secret", "abc", ""])(text)).toBe(text);
        expect(createRedactor(() => [])(text)).toBe(text);
      }),
    );
  });

  test("keep what is around a secret", () => {
    const redact = createRedactor(() => ["hunter2hunter2", "-----BEGIN\nabcdefgh\nshort"]);
    expect(redact('Bad "hunter2hunter2" and abcdefgh, but short.')).toBe('Bad "[secret]" and [secret], but short.');
    expect(redact(`Basic ${btoa("me:hunter2hunter2!")}.`)).toMatch(/^Basic bWU6\[secret\].{1,4}\.$/);
    expect(redact("x=68756e7465723268756e74657232&y=1")).toBe("x=[secret]&y=1");
  });

  test.each(["hunter2\thunter2", "hunter2-\u0301hunter2".replace("-", ""), "HUNTER2 hunter2", "hunter2%00%20hunter2"])(
    "with a secret in another form are replaced: %j",
    (text) => {
      expect(createRedactor(() => ["hunter2hunter2"])(`The value ${text} is bad.`)).toBe("[secret]");
    },
  );

  test("lose characters without a shape, so that these cannot hide a secret", () => {
    expect(createRedactor(() => ["hunter2"])("hun\u200bter\u00ad2 is \u202ebad.")).toBe("[secret] is bad.");
  });

  test("are redacted by two redactors in turn", () => {
    const redact = createRedactor(
      () => ["hunter2"],
      createRedactor(() => ["hunter1"]),
    );
    expect(redact("hunter1 and hunter2")).toBe("[secret] and [secret]");
  });

  test("a secret with lone surrogates does not prevent redaction", () => {
    expect(createRedactor(() => ["\ud800\ud800\ud800\ud800", "hunter2"])("hunter2")).toBe("[secret]");
  });
});

describe("what looks like a token", () => {
  const random = "0aB".repeat(12);
  const jwt = `eyJ${random}.eyJ${random}.${random}_-`;

  test.each([
    ...["ghp", "gho", "ghu", "ghs", "ghr"].map((prefix) => `${prefix}_${random}`),
    `github_pat_11ABC_${random}`,
    `ghs_12345_${jwt}`,
    jwt,
    `ghp_${random}`.toLowerCase(),
  ])("is replaced: %s", (token) => {
    expect(redactTokens(`Bearer ${token}, no.`)).toBe("Bearer [secret], no.");
    expect(redactTokens(`https://${token}.forge.test/`)).toMatch(/^https:\/\/\[secret\](\.forge\.test)?\/$/);
    expect(redactTokens(`${token.slice(0, 2)}\u200b${token.slice(2)}.`)).toBe("[secret].");
  });

  test.each(["ghp_x", "github_path", "gh_pages", "https://docs.github.com/en/rest", "eyJ.eyJ.x"])(
    "does not include %s",
    (text) => {
      expect(redactTokens(`See ${text}.`)).toBe(`See ${text}.`);
    },
  );
});

describe("a long text", () => {
  const token = `ghp_${"0aB".repeat(12)}`;
  const longSecret = Array.from({ length: 6000 }, (_, index) => `${index} `).join("");

  test("is shortened, and takes at most a fraction of a second", { timeout: 10_000 }, () => {
    const redact = createRedactor(() => [token, longSecret]);
    for (const part of [
      "a b%20",
      "a",
      "%25",
      "ghp_",
      "ey.",
      `ey${"a".repeat(9)}.ey`,
      `${token}.`,
      "ghs_aaaaaaaaaaaaaaaaa.",
    ]) {
      expect(redact(part.repeat(10_000_000 / part.length)).length).toBeLessThan(200_000);
    }
  });

  test("shows no part of a secret, wherever it is cut", () => {
    for (const secret of [token, longSecret.trim(), longSecret.replaceAll(" ", "")]) {
      const redact = createRedactor(() => [secret]);
      for (const before of [0, 499, 5000, 9990, 10_010, 10_000 + secret.length]) {
        for (const count of [1, 3, 2000]) {
          const shown = redact("-".repeat(before) + secret.repeat(count)).slice(0, 500);
          expect(partsOf(secret.slice(0, 500)).filter((part) => shown.includes(part))).toEqual([]);
        }
      }
    }
  });
});
