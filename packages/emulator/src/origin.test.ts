import { describe, expect, test } from "vitest";
import { originAt, readOrigin } from "./origin.ts";

describe("readOrigin", () => {
  const validOrigins = {
    "http://forge.test:8080": "http://forge.test:8080",
    "https://forge.test/": "https://forge.test",
    "HTTP://Forge.Test:80": "http://forge.test",
    "http://[::1]:4567": "http://[::1]:4567",
  };
  for (const [text, origin] of Object.entries(validOrigins)) {
    test(`accepts ${text}`, () => expect(readOrigin("--url", text)).toBe(origin));
  }

  const invalidOrigins = [
    "",
    "forge.test",
    "forge.test:8080",
    "ftp://forge.test",
    "file:///tmp",
    "javascript:alert(1)",
  ];
  const notBareOrigins = [
    "http://forge.test/forge",
    "http://forge.test/?a=1",
    "http://forge.test/#a",
    "http://a:b@forge.test",
  ];
  for (const text of [...invalidOrigins, ...notBareOrigins]) {
    test(`rejects ${JSON.stringify(text)}`, () => {
      expect(() => readOrigin("--url", text)).toThrow(/^--url must be an http or https origin without a path/);
    });
  }

  test("doesn't repeat a password in the message", () => {
    expect(() => readOrigin("--url", "http://me:hunter2@forge.test")).not.toThrow(/hunter2/);
  });
});

test("replaces a wildcard address by the loopback address", () => {
  expect(originAt("0.0.0.0", 80)).toBe("http://127.0.0.1:80");
  expect(originAt("::", 4567)).toBe("http://[::1]:4567");
  expect(originAt("::1", 4567)).toBe("http://[::1]:4567");
  expect(originAt("localhost", 4567)).toBe("http://localhost:4567");
  expect(originAt("localhost", 4567, "https")).toBe("https://localhost:4567");
});
