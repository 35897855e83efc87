import { createClient } from "@forgehand/core";
import { getApiRoot, getRateLimits, getServiceMeta, listApiVersions } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { emulatorTest, test } from "../../vitest.ts";

test("returns versions and addresses without authentication", async ({ emulator: { apiUrl } }) => {
  const { call } = createClient({ baseUrl: apiUrl });
  expect(await call(listApiVersions, {})).toEqual(["2022-11-28", "2026-03-10"]);
  expect(await call(getServiceMeta, {})).toMatchObject({
    verifiable_password_authentication: false,
    api: ["127.0.0.1/32"],
    domains: { website: ["127.0.0.1"] },
  });
});

test("lists URL templates of the API", async ({ emulator: { apiUrl, webUrl } }) => {
  const root = await createClient({ baseUrl: apiUrl }).call(getApiRoot, {});
  expect(root).toMatchObject({
    current_user_url: `${apiUrl}/user`,
    current_user_authorizations_html_url: `${webUrl}/settings/connections/applications{/client_id}`,
    starred_url: `${apiUrl}/user/starred{/owner}{/repo}`,
  });
});

describe("with rate limits off", () => {
  test("counts and reports calls", async ({ emulator: { apiUrl, tokens, control } }) => {
    const { call } = createClient({ baseUrl: apiUrl, credentials: tokens["alice"] ?? "" });
    await call(listApiVersions, {});
    const { headers } = await fetch(`${apiUrl}/user`, { headers: { authorization: `token ${tokens["alice"]}` } });
    const names = ["limit", "used", "remaining", "resource"];
    expect(names.map((name) => headers.get(`x-ratelimit-${name}`))).toEqual(["5000", "2", "4998", "core"]);
    const { resources } = (await call(getRateLimits, {})) ?? {};
    expect(resources?.core).toMatchObject({ limit: 5000, used: 2, remaining: 4998 });
    expect(control.limits()).toMatchObject([{ name: "user alice", primary: [{ resource: "core", used: 2 }] }]);
  });

  test("rejects no call, and always leaves some", async ({ emulator: { apiUrl } }) => {
    for (let used = 1; used <= 130; used++) {
      const { status, headers } = await fetch(`${apiUrl}/versions`);
      const [limit, remaining] = ["limit", "remaining"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
      expect([status, headers.get("x-ratelimit-used")]).toEqual([200, String(used)]);
      expect(limit).toBe(used <= 30 ? 60 : used <= 62 ? 124 : used <= 126 ? 252 : 508);
      expect(remaining).toBe(Number(limit) - used);
    }
  });

  test("doesn't slow down a client that respects limits", async ({ emulator: { apiUrl } }) => {
    const { call } = createClient({ baseUrl: apiUrl, cache: false });
    await Promise.all(Array.from({ length: 200 }, () => call(listApiVersions, {})));
  });
});

describe("with rate limits", () => {
  const test = emulatorTest({ limits: "published" });

  test("returns the caller's rate limits without consuming them", async ({ emulator: { apiUrl, tokens } }) => {
    const { call } = createClient({ baseUrl: apiUrl, credentials: tokens["alice"] ?? "" });
    await call(listApiVersions, {});
    for (let times = 0; times < 3; times++) {
      const { resources } = (await call(getRateLimits, {})) ?? {};
      expect(resources?.core).toMatchObject({ limit: 5000, used: 1, remaining: 4999 });
      expect(resources?.search).toMatchObject({ limit: 30, used: 0, remaining: 30 });
      expect(resources?.actions_runner_registration).toMatchObject({ limit: 10_000 });
    }
  });
});
