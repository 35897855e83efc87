import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { visitor } from "./visitor.fixture.ts";

// Nothing is changed here, so that one service does for all.

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: "full" });
});
afterAll(() => emulator.stop());

describe("what is private", () => {
  const PRIVATE = [
    "/acme/gears",
    "/acme/gears/pulls",
    "/acme/gears/pull/2",
    "/acme/gears/stargazers",
    "/acme/gears/watchers",
    "/acme/gears/forks",
    "/acme/gears/tree/main/src",
    "/acme/gears/blob/main/src/gear.ts",
  ];

  test("is there for who may see it, and not there for anybody else", async () => {
    const [nobody, bob, mallory] = await Promise.all([
      visitor(emulator),
      visitor(emulator, "bob"),
      visitor(emulator, "mallory"),
    ]);
    for (const path of PRIVATE) {
      expect([path, (await bob.see(path)).status]).toEqual([path, 200]);
      for (const other of [nobody, mallory]) {
        const answer = await other.see(path);
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.words).not.toContain("Harden the teeth");
      }
    }
  });

  test("is in nobody's lists but theirs who may see it", async () => {
    const lists = [
      "/acme",
      "/orgs/acme/repositories",
      "/alice?tab=stars",
      "/search?q=gears",
      "/search?q=teeth&type=pullrequests",
      "/search?q=is:private",
    ];
    const [nobody, alice] = [await visitor(emulator), await visitor(emulator, "alice")];
    for (const path of lists) {
      expect([path, /href="\/acme\/gears["/]/.test((await alice.see(path)).text)]).toEqual([path, true]);
      expect([path, /href="\/acme\/gears["/]/.test((await nobody.see(path)).text)]).toEqual([path, false]);
    }
    expect((await alice.see("/watching")).text).toContain('href="/acme/gears"');
  });

  test("can't be told from what isn't there", async () => {
    const nobody = await visitor(emulator);
    const [hidden, absent] = [await nobody.see("/acme/gears"), await nobody.see("/acme/nears")];
    expect(hidden.text.replaceAll("gears", "nears")).toBe(absent.text);
  });

  test("a pull request of another repository is not found by a query for places", async () => {
    const alice = await visitor(emulator, "alice");
    for (const q of ["repo:acme/gears", "is:pr repo:acme/gears", "repo:acme/gears OR teeth"]) {
      const found = await alice.see(`/acme/widgets/pulls?q=${encodeURIComponent(q)}`);
      expect([q, found.status, found.words.includes("Harden the teeth")]).toEqual([q, 200, false]);
    }
  });
});
