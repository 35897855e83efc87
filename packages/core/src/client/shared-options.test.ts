import fc from "fast-check";
import { expect, test } from "vitest";
import { setSubscription } from "../contract/repository/watching.ts";
import { isInputError } from "../errors.ts";
import { createClient } from "./client.ts";
import type { ClientOptions } from "./client-options.ts";
import { jsonResponse, mockClient, widgets } from "./mock-client.fixture.ts";

const values = fc.oneof(
  fc.constantFrom(0, 0.5, 1, 5.5, 2 ** 31 - 1, 2 ** 31, 3e9, Infinity, Number.NaN, -1, null, "", "bulk", "2026-03-10"),
  fc.double(),
  fc.string(),
  fc.anything(),
);

/** The message of an invalid option; undefined if it is valid. */
const messageOf = (error: unknown) => (isInputError(error) ? error.message.replace(/^.*?: /, "") : undefined);

function clientError(options: object): unknown {
  try {
    // Safe cast: the test passes what callers without a compiler can pass.
    createClient({ baseUrl: "https://api.example.com", ...options } as ClientOptions);
    return undefined;
  } catch (error) {
    return error;
  }
}

test("clients and calls accept the same values, and reject others with the same message", async () => {
  const names = fc.constantFrom("priority", "version", "timeout", "deadline");
  await fc.assert(
    fc.asyncProperty(names, values, async (name, value) => {
      fc.pre(value !== undefined);
      const options = { [name]: value };
      const { call } = mockClient(() => jsonResponse({}));
      const callError: unknown = await call(setSubscription, widgets, options).catch((error: unknown) => error);
      expect(messageOf(callError)?.includes(name) ? messageOf(callError) : undefined).toBe(
        messageOf(clientError(options)),
      );
    }),
  );
});

test("error messages quote an invalid value only if it is a number", () => {
  expect(messageOf(clientError({ deadline: 0.5 }))).toBe(
    "deadline must be a number of milliseconds, 1 or more, got 0.5.",
  );
  expect(messageOf(clientError({ timeout: "ghp_secret" }))).toBe(
    "timeout must be a number of milliseconds, from 1 to 2147483647.",
  );
});
