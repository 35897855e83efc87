import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { credentialDetector } from "./credential-detector.ts";

const TOKEN = `ghp_${"0123456789abcdefghijklmnopqrstuvwxyz"}`;
const generateKey = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
const base64 = (text: string) => Buffer.from(text).toString("base64");
const wrap = (text: string, columns: number) => text.replace(new RegExp(`.{${columns}}`, "g"), "$&\n");

describe("a credential of the step is detected", () => {
  const copies: readonly (readonly [name: string, copy: string | Uint8Array])[] = [
    ["alone", TOKEN],
    ["in a header", `Bearer ${TOKEN}`],
    ["in a header of Git", `AUTHORIZATION: basic ${base64(`x-access-token:${TOKEN}`)}`],
    ["in a URL", `https://x-access-token:${TOKEN}@github.com`],
    ["with quotes", JSON.stringify({ token: TOKEN })],
    ["before an invisible character", `${TOKEN}\u200b`],
    ["in base64", base64(TOKEN)],
    ["in wrapped base64", wrap(base64(`user:${TOKEN}`.repeat(3)), 64)],
    ["in hexadecimal", Buffer.from(TOKEN).toString("hex")],
    ["in UTF-16", Buffer.from(TOKEN, "utf16le")],
  ];
  test.each(copies)("%s", (_name, copy) => {
    expect(credentialDetector([TOKEN])(copy)).toBe(true);
  });

  test("only alone if it is short", () => {
    const contains = credentialDetector(["abc"]);
    expect([contains(" abc\n"), contains("abcd"), contains("an abc")]).toEqual([true, false, false]);
  });

  test("if it is a key, with any line breaks and in any format, but no other key", () => {
    const { privateKey } = generateKey();
    const pkcs8 = createPrivateKey(privateKey).export({ type: "pkcs8", format: "pem" }).toString();
    const withLineBreaks = (key: string) => [
      key,
      ...["", "\r\n", "\\n", "\\r\\n"].map((lineBreak) => key.trim().replaceAll("\n", lineBreak || "\n")),
    ];
    for (const [key, other] of [
      [privateKey, pkcs8],
      [pkcs8, privateKey],
    ] as const) {
      const body = other.replace(/-----[^-]+-----|\n/g, "");
      const copies = [
        ...withLineBreaks(key),
        ...withLineBreaks(other),
        JSON.stringify({ key }),
        base64(key),
        wrap(base64(key), 76),
        key.replaceAll("\n", " "),
        body,
        wrap(body, 76),
        Buffer.from(body, "base64"),
      ];
      for (const given of withLineBreaks(key)) {
        const contains = credentialDetector([given]);
        expect(copies.filter((copy) => !contains(copy))).toEqual([]);
        expect(contains(generateKey().privateKey)).toBe(false);
      }
    }
  });
});

test("other texts contain no credentials", () => {
  const contains = credentialDetector([TOKEN]);
  for (const text of ["", "new value", "/bin", TOKEN.slice(0, -1), TOKEN.toUpperCase()]) {
    expect(contains(text)).toBe(false);
  }
  expect(credentialDetector([])("")).toBe(false);
});
