import { describe, expect } from "vitest";
import { emulatorTest, test } from "../vitest.ts";

test("a page of any origin may call, with its token", async ({ emulator: { apiUrl } }) => {
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
  const words = (name: string) => (preflight.headers.get(name) ?? "").toLowerCase().split(", ");
  expect(words("access-control-allow-methods")).toEqual(["get", "post", "patch", "put", "delete"]);
  expect(words("access-control-allow-headers")).toEqual(
    expect.arrayContaining(["authorization", "content-type", "x-github-api-version", "if-none-match"]),
  );
});

test("it may read what answers and refusals tell beside their bodies", async ({ emulator: { apiUrl } }) => {
  for (const path of ["/repos/acme/widgets", "/repos/acme/nothing", "/nowhere"]) {
    const { headers } = await fetch(`${apiUrl}${path}`, { headers: { origin: "https://page.test" } });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const exposed = (headers.get("access-control-expose-headers") ?? "").toLowerCase().split(", ");
    expect(exposed).toEqual(
      expect.arrayContaining([
        ...["etag", "link", "location", "retry-after", "x-ratelimit-remaining", "x-ratelimit-reset", "x-oauth-scopes"],
        ...["x-accepted-oauth-scopes", "x-accepted-github-permissions", "x-github-request-id"],
      ]),
    );
  }
});

test("pages of the service are nobody else's to read", async ({ emulator: { webUrl } }) => {
  const { headers } = await fetch(`${webUrl}/acme/widgets`, { headers: { origin: "https://page.test" } });
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

describe("elsewhere", () => {
  const test = emulatorTest({ dialect: "svc", control: true });

  test("neither is the control API, and the API speaks its own dialect", async ({ emulator: { apiUrl, webUrl } }) => {
    const control = await fetch(`${webUrl}/_control/secrets`, { method: "OPTIONS" });
    expect(control.headers.get("access-control-allow-origin")).toBeNull();
    const { headers } = await fetch(apiUrl, { method: "OPTIONS" });
    expect(headers.get("access-control-expose-headers")).toContain("X-Accepted-Svc-Permissions");
    expect(headers.get("access-control-allow-headers")).toContain("X-Svc-Api-Version");
    expect(JSON.stringify([...headers])).not.toMatch(/github/i);
  });
});
