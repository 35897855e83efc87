import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signBody } from "./signature.ts";

describe("signatures", () => {
  test("the vector that the service publishes", async () => {
    const body = new TextEncoder().encode("Hello, World!");
    expect(await signBody(body, "It's a Secret to Everybody")).toBe(
      "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    );
  });

  test("the platform's own HMAC says the same", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        fc.constantFrom("sha1" as const, "sha256" as const),
        async (bytes, secret, algorithm) => {
          const expected = createHmac(algorithm, secret).update(bytes).digest("hex");
          expect(await signBody(new Uint8Array(bytes), secret, algorithm)).toBe(`${algorithm}=${expected}`);
        },
      ),
    );
  });
});
