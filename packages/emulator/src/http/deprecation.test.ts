import { expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";

test("responses of deprecated operations have Deprecation and Sunset headers", async () => {
  const emulator = await startEmulator();
  const { apiUrl, tokens, control } = emulator;
  const deprecationOf = async (path: string) => {
    const response = await fetch(`${apiUrl}${path}`, { headers: { authorization: `Bearer ${tokens["alice"]}` } });
    return [response.status, response.headers.get("deprecation"), response.headers.get("sunset")];
  };
  control.clock.set(new Date("2026-06-30T23:59:59Z"));
  expect(await deprecationOf("/user/subscriptions")).toEqual([200, null, null]);
  control.clock.set(new Date("2026-07-01T00:00:00Z"));
  expect(await deprecationOf("/user/subscriptions")).toEqual([200, "@1782864000", null]);
  expect(await deprecationOf("/user/starred")).toEqual([200, null, null]);
  const sunset = "Thu, 01 Jan 2026 00:00:00 GMT";
  expect(await deprecationOf("/orgs/acme/security-managers")).toEqual([200, "@1733011200", sunset]);
  await emulator.stop();
});
