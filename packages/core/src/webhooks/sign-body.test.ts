import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signBody } from "./sign-body.ts";

describe("signBody", () => {
  test("matches GitHub's published example", async () => {
    const body = new TextEncoder().encode("Hello, World!");
    expect(await signBody(body, "It's a Secret to Everybody")).toBe(
      "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    );
  });

  test("matches Node's HMAC", async () => {
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

  const body = new Uint8Array([1]);
  const invalidCalls: [title: string, args: unknown[], field: string][] = [
    ["no body", [], "body"],
    ["text instead of bytes", ["{}", "hunter2"], "body"],
    ["no secret", [body], "secret"],
    ["an empty secret", [body, ""], "secret"],
    ["a secret that is not a string", [body, ["hunter2"]], "secret"],
    ["another algorithm", [body, "hunter2", "md5"], "algorithm"],
    ["the name of an inherited property", [body, "hunter2", "toString"], "algorithm"],
    ["an algorithm that is null", [body, "hunter2", null], "algorithm"],
  ];
  test.each(invalidCalls)("rejects %s", async (_, args, field) => {
    await expect(Reflect.apply(signBody, undefined, args)).rejects.toMatchObject({
      name: "InputError",
      message: expect.stringMatching(/^(?!.*hunter2)/),
      field,
    });
  });
});
