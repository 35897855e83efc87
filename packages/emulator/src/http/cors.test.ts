import { describe, expect } from "vitest";
import { emulatorTest, test } from "../vitest.ts";

test("allows pages of any origin to call the API with a token", async ({ emulator: { apiUrl } }) => {
  const preflight = await fetch(`${apiUrl}/user/starred/acme/widgets`, {
    method: "OPTIONS",
    headers: {
      origin: "https://page.test",
      "access-control-request-method": "PUT",
      "access-control-request-headers": "authorization, x-github-api-version, if-none-match",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("x-github-request-id")).toMatch(/./);
  const listIn = (name: string) => (preflight.headers.get(name) ?? "").toLowerCase().split(", ");
  expect(listIn("access-control-allow-methods")).toEqual(["get", "post", "patch", "put", "delete"]);
  expect(listIn("access-control-allow-headers")).toEqual(
    expect.arrayContaining(["authorization", "content-type", "x-github-api-version", "if-none-match"]),
  );
});

test("exposes response headers on success and on errors", async ({ emulator: { apiUrl } }) => {
  for (const path of ["/repos/acme/widgets", "/repos/acme/nothing", "/nowhere"]) {
    const { headers } = await fetch(`${apiUrl}${path}`, { headers: { origin: "https://page.test" } });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const exposed = (headers.get("access-control-expose-headers") ?? "").toLowerCase().split(", ");
    expect(exposed).toEqual(
      expect.arrayContaining([
        "etag",
        "link",
        "location",
        "retry-after",
        "x-ratelimit-remaining",
        "x-ratelimit-reset",
        "x-oauth-scopes",
        "x-accepted-oauth-scopes",
        "x-accepted-github-permissions",
        "x-github-request-id",
      ]),
    );
  }
});

test("doesn't expose web pages to other origins", async ({ emulator: { webUrl } }) => {
  const { headers } = await fetch(`${webUrl}/acme/widgets`, { headers: { origin: "https://page.test" } });
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

describe("with another dialect", () => {
  const test = emulatorTest({ dialect: "svc", control: true });

  test("doesn't expose the control API, and uses the dialect's header names", async ({
    emulator: { apiUrl, webUrl },
  }) => {
    const control = await fetch(`${webUrl}/_control/secrets`, { method: "OPTIONS" });
    expect(control.headers.get("access-control-allow-origin")).toBeNull();
    const { headers } = await fetch(apiUrl, { method: "OPTIONS" });
    expect(headers.get("access-control-expose-headers")).toContain("X-Accepted-Svc-Permissions");
    expect(headers.get("access-control-allow-headers")).toContain("X-Svc-Api-Version");
    expect(JSON.stringify([...headers])).not.toMatch(/github/i);
  });
});
