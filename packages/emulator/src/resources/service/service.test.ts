import { createClient } from "@forgehand/core";
import { getRateLimits, getServiceMeta, listApiVersions } from "@forgehand/core/operations";
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

test("returns no rate limits if they are off", async ({ emulator: { apiUrl, control } }) => {
  expect(await createClient({ baseUrl: apiUrl }).call(getRateLimits, {})).toBeNull();
  const { headers } = await fetch(`${apiUrl}/repos/acme/widgets`);
  expect([...headers.keys()].filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
  expect(control.limits()).toEqual([]);
});

describe("with rate limits", () => {
  const test = emulatorTest({ limits: "published" });

  test("returns the caller's rate limits without consuming them", async ({ emulator: { apiUrl, tokens } }) => {
    const { call } = createClient({ baseUrl: apiUrl, credentials: tokens["alice"] ?? "" });
    await call(listApiVersions, {});
    for (let times = 0; times < 3; times++) {
      const { resources, rate } = (await call(getRateLimits, {})) ?? {};
      expect(resources?.core).toMatchObject({ limit: 5000, used: 1, remaining: 4999 });
      expect(rate).toEqual(resources?.core);
      expect(resources?.search).toMatchObject({ limit: 30, used: 0, remaining: 30 });
      expect(resources?.actions_runner_registration).toMatchObject({ limit: 10_000 });
    }
  });
});
