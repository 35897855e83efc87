import { describe, expect, test } from "vitest";
import { setSubscription } from "../contract/repository/watching.ts";
import { svc } from "../dialect/svc.ts";
import { InputError } from "../errors.ts";
import { createClient } from "./client.ts";
import { jsonResponse, mockClient, widgets } from "./mock-client.fixture.ts";

describe("run-time checks", () => {
  const options: [title: string, options: object, message: string][] = [
    ["no base URL", {}, "The base URL is missing"],
    ["an empty query", { baseUrl: "https://x.y/api/v3?" }, "has a query or a fragment"],
    [
      "a misspelled option",
      { baseUrl: "https://x.y", baseURL: "" },
      "baseURL is not an option; the options are baseUrl",
    ],
    ["a token instead of a URL", { baseUrl: "ghp_secretsecret" }, "The base URL is not an http or https URL"],
    [
      "credentials that are a number",
      { baseUrl: "https://x.y", credentials: 5 },
      "credentials must be a token, { token, kind }",
    ],
    [
      "credentials that are undefined",
      { baseUrl: "https://x.y", credentials: undefined },
      "Is an environment variable not set?",
    ],
    [
      "credentials together with anonymous",
      { baseUrl: "https://x.y", credentials: "x", anonymous: true },
      "anonymous must not be given together with credentials",
    ],
    ["anonymous: false", { baseUrl: "https://x.y", anonymous: false }, "anonymous must be true or omitted"],
    ["GitHub's website", { baseUrl: "https://github.com" }, "the API is at https://api.github.com"],
    ["a path of GitHub's website", { baseUrl: "https://www.GitHub.com/acme" }, "the API is at https://api.github.com"],
    ["an enterprise's website", { baseUrl: "https://octo.ghe.com" }, "the API is at https://api.octo.ghe.com"],
    [
      "an unknown token kind",
      { baseUrl: "https://x.y", credentials: { token: "x", kind: "__proto__" } },
      "must be one of",
    ],
    ["a timeout that timers do not support", { baseUrl: "https://x.y", timeout: 3e9 }, "from 1 to 2147483647"],
    [
      "a version that is not a valid header value",
      { baseUrl: "https://x.y", version: "a\nb" },
      "must be an API version such as",
    ],
    [
      "a clock without functions",
      { baseUrl: "https://x.y", clock: {} },
      "clock must be an object with the functions now, monotonic and after",
    ],
    [
      "a clock without after",
      { baseUrl: "https://x.y", clock: { now: Date.now, monotonic: Date.now } },
      "clock must be an object with the functions",
    ],
    [
      "a clock without a monotonic time",
      { baseUrl: "https://x.y", clock: { now: Date.now, after: setTimeout } },
      "clock must be an object with the functions now, monotonic and after",
    ],
    [
      "a dialect with invalid segments",
      { baseUrl: "https://x.y", dialect: { segments: 1 } },
      "dialect.segments must be an object",
    ],
    [
      "a dialect without fields",
      { baseUrl: "https://x.y", dialect: { segments: {} } },
      "dialect.fields must be an object",
    ],
    [
      "a dialect with null scopes",
      { baseUrl: "https://x.y", dialect: { ...svc, scopes: null } },
      "dialect.scopes must be an object",
    ],
    [
      "a dialect without headers",
      { baseUrl: "https://x.y", dialect: { ...svc, headers: {} } },
      "headers.apiVersion must be",
    ],
    ["limits that are a number", { baseUrl: "https://x.y", pace: { limits: 5 } }, "pace.limits must be an object"],
    ["limits that are null", { baseUrl: "https://x.y", pace: { limits: null } }, "pace.limits must be an object"],
    ["a pace that is an array", { baseUrl: "https://x.y", pace: [] }, "pace must be one of"],
    [
      "middleware that is null",
      { baseUrl: "https://x.y", middleware: null },
      "middleware must be an array of functions",
    ],
  ];
  test.each(options)("reject invalid options: %s", (_, input, message) => {
    // @ts-expect-error
    const create = () => createClient(input);
    expect(create).toThrow(InputError);
    expect(create).toThrow(message);
  });

  test("accept a custom dialect", () => {
    expect(() => createClient({ baseUrl: "https://x.y", dialect: { ...svc } })).not.toThrow();
  });

  test("name the invalid operation, input or option", async () => {
    const { call, items, requests } = mockClient(() => jsonResponse({}));
    // @ts-expect-error
    await expect(call(undefined)).rejects.toThrow("operation must be an operation");
    // @ts-expect-error
    await expect(call(setSubscription, "acme/widgets")).rejects.toThrow("input must be an object");
    // @ts-expect-error
    await expect(call(setSubscription, widgets, { retries: 5 })).rejects.toThrow("retries is not an option of a call");
    // @ts-expect-error
    await expect(call(setSubscription, widgets, { signal: {} })).rejects.toThrow("signal must be an AbortSignal");
    // @ts-expect-error
    await expect(items(setSubscription, widgets).next()).rejects.toThrow("This operation does not return a list");
    expect(requests()).toEqual([]);
  });
});
