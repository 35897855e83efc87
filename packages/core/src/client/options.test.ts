import { describe, expect, test } from "vitest";
import { setSubscription } from "../contract/repository/watching.ts";
import { clientAnswered, json, widgets } from "./answered.fixture.ts";
import { createClient } from "./client.ts";

describe("callers without a compiler", () => {
  const options: [what: string, options: object, message: string][] = [
    ["no base URL", {}, "The base URL is missing"],
    ["an empty query", { baseUrl: "https://x.y/api/v3?" }, "has a query or a fragment"],
    ["a misspelt option", { baseUrl: "https://x.y", baseURL: "" }, "baseURL is no option; there are baseUrl"],
    ["a token in place of an address", { baseUrl: "ghp_secretsecret" }, "The base URL is no http or https address"],
    [
      "credentials of no kind",
      { baseUrl: "https://x.y", credentials: 5 },
      "credentials is a token, or { token, kind }",
    ],
    ["a kind that there isn't", { baseUrl: "https://x.y", credentials: { token: "x", kind: "__proto__" } }, "none of"],
    ["a timeout past what timers can", { baseUrl: "https://x.y", timeout: 3e9 }, "from 1 to 2147483647"],
    ["a version that no header carries", { baseUrl: "https://x.y", version: "a\nb" }, "is an API version such as"],
  ];
  test.each(options)("%s", (_, given, message) => {
    // @ts-expect-error
    expect(() => createClient(given)).toThrow(message);
  });

  test("what is no operation, no input or no option is named", async () => {
    const { call, items, requests } = clientAnswered(() => json({}));
    // @ts-expect-error
    await expect(call(undefined)).rejects.toThrow("This is no operation.");
    // @ts-expect-error
    await expect(call(setSubscription, "acme/widgets")).rejects.toThrow("input is an object");
    // @ts-expect-error
    await expect(call(setSubscription, widgets, { retries: 5 })).rejects.toThrow("retries is no option of a call");
    // @ts-expect-error
    await expect(call(setSubscription, widgets, { signal: {} })).rejects.toThrow("signal is an AbortSignal");
    await expect(items(setSubscription, widgets).next()).rejects.toThrow("This is no list");
    expect(requests()).toEqual([]);
  });
});
