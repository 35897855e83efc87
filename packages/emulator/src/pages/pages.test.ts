import { describe, expect } from "vitest";
import { requestJson } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";
import { openBrowser } from "./browser.fixture.ts";

const test = emulatorTest({ seed: "full" });

test("shows changes made through the API", async ({ emulator }) => {
  const { see } = await openBrowser(emulator);
  const widgets = "/repos/acme/widgets";
  expect((await see("/acme/widgets")).text).toContain('id="star-count">3<');
  await requestJson(emulator, "PUT /user/starred/acme/widgets", undefined, "carol");
  await requestJson(emulator, `PUT ${widgets}/subscription`, { subscribed: true }, "carol");
  await requestJson(emulator, `PATCH ${widgets}`, { description: "Round ones", homepage: "https://round.example" });
  const { text, visibleText } = await see("/acme/widgets");
  expect(text).toContain('id="star-count">4<');
  expect(text).toContain('id="watcher-count">3<');
  expect(visibleText).toContain("Round ones");
  expect((await see("/acme/widgets/stargazers")).visibleText).toContain("carol");

  expect((await see("/acme/widgets/pull/1")).visibleText).toContain("acme/reviewers awaiting review");
  await requestJson(emulator, `DELETE ${widgets}/pulls/1/requested_reviewers`, {
    reviewers: ["carol"],
    team_reviewers: ["reviewers"],
  });
  expect((await see("/acme/widgets/pull/1")).visibleText).not.toContain("awaiting review");
});

test("counts a star as trending until its period ends, by the emulator's clock", async ({ emulator }) => {
  const { see } = await openBrowser(emulator);
  const isListed = async (query: string) => (await see(`/trending${query}`)).text.includes('href="/parts/bolts"');
  expect(await isListed("")).toBe(false);
  await requestJson(emulator, "PUT /user/starred/parts/bolts");
  // Stars of private repositories are not counted, because most users cannot see the repository.
  await requestJson(emulator, "PUT /user/starred/acme/gears");
  expect([await isListed(""), await isListed("?since=ever"), await isListed("/c")]).toEqual([true, true, true]);
  expect((await (await openBrowser(emulator, "alice")).see("/trending")).text).not.toContain('href="/acme/gears"');
  emulator.control.clock.advance(25 * 3600);
  expect([await isListed(""), await isListed("?since=weekly")]).toEqual([false, true]);
});

test("shows a topic's private repositories only to those who can see them", async ({ emulator }) => {
  await emulator.control.seed({ repositories: { "acme/cogs": { private: true, topics: ["Round"] } } });
  const [anonymous, alice] = [await openBrowser(emulator), await openBrowser(emulator, "alice")];
  expect((await anonymous.see("/topics/round")).text).not.toContain("/acme/cogs");
  expect((await alice.see("/topics/round")).text).toContain('href="/acme/cogs"');
});

describe("page URL", () => {
  test("of a renamed repository redirects, if the user can see the repository", async ({ emulator }) => {
    await requestJson(emulator, "PATCH /repos/acme/widgets", { name: "gadgets" });
    await requestJson(emulator, "PATCH /repos/acme/gears", { name: "wheels" });
    const anonymous = await openBrowser(emulator);
    const old = await anonymous.see("/acme/widgets/pull/1?page=2");
    expect([old.status, old.headers.get("location")]).toEqual([301, "/acme/gadgets/pull/1?page=2"]);
    expect((await anonymous.see("/acme/gears")).status).toBe(404);
    expect((await (await openBrowser(emulator, "bob")).see("/acme/gears")).headers.get("location")).toBe(
      "/acme/wheels",
    );
  });

  test("/stars redirects to the user's profile", async ({ emulator }) => {
    const bob = await openBrowser(emulator, "bob");
    for (const path of ["/stars", "/stars/bob"]) {
      expect((await bob.see(path)).headers.get("location")).toBe("/bob?tab=stars");
    }
    expect((await bob.see("/stars/unknown-user-here")).status).toBe(404);
    expect((await bob.see("/stars/acme")).status).toBe(404);
    expect((await bob.see("/orgs/bob/repositories")).status).toBe(404);
  });
});
