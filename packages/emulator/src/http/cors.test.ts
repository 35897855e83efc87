import { describe, expect } from "vitest";
import { emulatorTest, test as ownOriginTest } from "../vitest.ts";

const EXPOSED_HEADERS = [
  ...["etag", "link", "location", "retry-after", "x-ratelimit-remaining", "x-ratelimit-reset", "x-oauth-scopes"],
  ...["x-accepted-oauth-scopes", "x-accepted-github-permissions", "x-github-request-id"],
  ...["x-github-media-type", "x-github-api-version-selected", "x-github-enterprise-version"],
];

const listIn = (headers: Headers, name: string) => (headers.get(name) ?? "").toLowerCase().split(", ");

for (const [title, allowed, answer] of [
  ["an allowed origin", "https://page.test", "https://page.test"],
  ["any origin", "*", "*"],
] as const) {
  describe(`for pages of ${title}`, () => {
    const test = emulatorTest({ allowOrigins: [allowed], strict: false });

    test("allows calls with a token", async ({ emulator: { apiUrl } }) => {
      const preflight = await fetch(`${apiUrl}/user/starred/acme/widgets`, {
        method: "OPTIONS",
        headers: {
          origin: "https://page.test",
          "access-control-request-method": "PUT",
          "access-control-request-headers": "authorization, x-github-api-version, if-none-match",
        },
      });
      const { status, headers } = preflight;
      expect(status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe(answer);
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      expect(headers.get("x-github-request-id")).toMatch(/./);
      expect(listIn(headers, "access-control-allow-methods")).toEqual(["get", "post", "patch", "put", "delete"]);
      expect(listIn(headers, "access-control-allow-headers")).toEqual(
        expect.arrayContaining(["authorization", "content-type", "x-github-api-version", "if-none-match"]),
      );
    });

    test("exposes response headers on success and on errors", async ({ emulator: { apiUrl } }) => {
      for (const path of ["/repos/acme/widgets", "/repos/acme/nothing", "/nowhere"]) {
        const { headers } = await fetch(`${apiUrl}${path}`, { headers: { origin: "https://page.test" } });
        expect(headers.get("access-control-allow-origin")).toBe(answer);
        expect(listIn(headers, "access-control-expose-headers")).toEqual(expect.arrayContaining(EXPOSED_HEADERS));
        // Caches must not use a response for another origin.
        expect(listIn(headers, "vary").includes("origin")).toBe(answer !== "*");
      }
    });

    test("doesn't expose web pages", async ({ emulator: { webUrl } }) => {
      const { status, headers } = await fetch(`${webUrl}/acme/widgets`, { headers: { origin: "https://page.test" } });
      expect([status, headers.get("access-control-allow-origin")]).toEqual([200, null]);
    });
  });
}

ownOriginTest("sends no CORS headers without an origin, and none to other origins", async ({ emulator }) => {
  for (const init of [{}, { method: "OPTIONS" }, { headers: { origin: "https://page.test" } }]) {
    const { headers } = await fetch(`${emulator.apiUrl}/repos/acme/widgets`, init);
    expect(JSON.stringify([...headers])).not.toContain("access-control");
  }
});

describe("with another dialect", () => {
  const test = emulatorTest({ dialect: "svc", control: true, allowOrigins: ["*"], strict: false });

  test("doesn't expose the control API, and uses the dialect's header names", async ({
    emulator: { apiUrl, webUrl, controlToken },
  }) => {
    const control = await fetch(`${webUrl}/_control/secrets`, {
      method: "OPTIONS",
      headers: { authorization: `Bearer ${controlToken}` },
    });
    expect([control.status, control.headers.get("access-control-allow-origin")]).toEqual([204, null]);
    const { headers } = await fetch(apiUrl, { method: "OPTIONS" });
    expect(headers.get("access-control-expose-headers")).toContain("X-Accepted-Svc-Permissions");
    expect(headers.get("access-control-allow-headers")).toContain("X-Svc-Api-Version");
    expect(JSON.stringify([...headers])).not.toMatch(/github/i);
  });
});
