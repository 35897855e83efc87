import { describe, expect, test } from "vitest";
import { originAt, readOrigin } from "./origin.ts";

describe("an address to be reached at", () => {
  const good = {
    "http://forge.test:8080": "http://forge.test:8080",
    "https://forge.test/": "https://forge.test",
    "HTTP://Forge.Test:80": "http://forge.test",
    "http://[::1]:4567": "http://[::1]:4567",
  };
  for (const [text, origin] of Object.entries(good)) {
    test(`${text} is taken`, () => expect(readOrigin("--url", text)).toBe(origin));
  }

  const bad = ["", "forge.test", "forge.test:8080", "ftp://forge.test", "file:///tmp", "javascript:alert(1)"];
  const more = ["http://forge.test/forge", "http://forge.test/?a=1", "http://forge.test/#a", "http://a:b@forge.test"];
  for (const text of [...bad, ...more]) {
    test(`${JSON.stringify(text)} is refused`, () => {
      expect(() => readOrigin("--url", text)).toThrow(/^--url is ".*"; it must be an http or https address alone/);
    });
  }

  test("a password in it is not repeated", () => {
    expect(() => readOrigin("--url", "http://me:hunter2@forge.test")).not.toThrow(/hunter2/);
  });
});

test("what listens everywhere is found on this machine", () => {
  expect(originAt("0.0.0.0", 80)).toBe("http://127.0.0.1:80");
  expect(originAt("::", 4567)).toBe("http://[::1]:4567");
  expect(originAt("::1", 4567)).toBe("http://[::1]:4567");
  expect(originAt("localhost", 4567)).toBe("http://localhost:4567");
});
