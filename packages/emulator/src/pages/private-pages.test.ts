import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { openBrowser } from "./browser.fixture.ts";

// The tests change nothing, so they share one emulator.

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: "full" });
});
afterAll(() => emulator.stop());

test("an address with thousands of segments doesn't exist", async () => {
  const { see } = await openBrowser(emulator);
  for (const kind of ["tree", "blob"]) {
    expect((await see(`/acme/widgets/${kind}/main/${"a/".repeat(7000)}`)).status).toBe(404);
    expect((await see(`/acme/widgets/${kind}/${"main/".repeat(200)}`)).status).toBe(404);
  }
});

describe("private repositories", () => {
  const PRIVATE = [
    "/acme/gears",
    "/acme/gears/pulls",
    "/acme/gears/pull/2",
    "/acme/gears/pull/2/checks",
    "/acme/gears/issues",
    "/acme/gears/issues/1",
    "/acme/gears/commits",
    "/acme/gears/commits/main/src",
    "/acme/gears/releases",
    "/acme/gears/stargazers",
    "/acme/gears/watchers",
    "/acme/gears/forks",
    "/acme/gears/tree/main/src",
    "/acme/gears/blob/main/src/gear.ts",
  ];

  test("are shown to those with access and are 404 for everyone else", async () => {
    const [anonymous, bob, mallory] = await Promise.all([
      openBrowser(emulator),
      openBrowser(emulator, "bob"),
      openBrowser(emulator, "mallory"),
    ]);
    for (const path of PRIVATE) {
      expect([path, (await bob.see(path)).status]).toEqual([path, 200]);
      for (const other of [anonymous, mallory]) {
        const response = await other.see(path);
        expect([path, response.status]).toEqual([path, 404]);
        expect(response.visibleText).not.toContain("Harden the teeth");
      }
    }
  });

  test("are listed only for those with access", async () => {
    const lists = [
      "/acme",
      "/orgs/acme/repositories",
      "/alice?tab=stars",
      "/search?q=gears",
      "/search?q=teeth&type=pullrequests",
      "/search?q=is:private",
    ];
    const [anonymous, alice] = [await openBrowser(emulator), await openBrowser(emulator, "alice")];
    for (const path of lists) {
      expect([path, /href="\/acme\/gears["/]/.test((await alice.see(path)).text)]).toEqual([path, true]);
      expect([path, /href="\/acme\/gears["/]/.test((await anonymous.see(path)).text)]).toEqual([path, false]);
    }
    expect((await alice.see("/watching")).text).toContain('href="/acme/gears"');
  });

  test("cannot be distinguished from missing ones", async () => {
    const anonymous = await openBrowser(emulator);
    const [hidden, absent] = [await anonymous.see("/acme/gears"), await anonymous.see("/acme/nears")];
    expect(hidden.text.replaceAll("gears", "nears")).toBe(absent.text);
  });

  test("are not found through another repository's list, even if the query names them", async () => {
    const alice = await openBrowser(emulator, "alice");
    for (const q of ["repo:acme/gears", "is:pr repo:acme/gears", "repo:acme/gears OR teeth"]) {
      const found = await alice.see(`/acme/widgets/pulls?q=${encodeURIComponent(q)}`);
      expect([q, found.status, found.visibleText.includes("Harden the teeth")]).toEqual([q, 200, false]);
    }
  });
});
