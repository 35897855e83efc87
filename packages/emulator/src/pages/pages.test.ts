import { describe, expect } from "vitest";
import { ask } from "../calling.fixture.ts";
import { emulatorTest } from "../vitest.ts";
import { visitor } from "./visitor.fixture.ts";

const test = emulatorTest({ seed: "full" });

test("pages show what the API was told", async ({ emulator }) => {
  const { see } = await visitor(emulator);
  const widgets = "/repos/acme/widgets";
  expect((await see("/acme/widgets")).text).toContain('id="star-count">3<');
  await ask(emulator, "PUT /user/starred/acme/widgets", undefined, "carol");
  await ask(emulator, `PUT ${widgets}/subscription`, { subscribed: true }, "carol");
  await ask(emulator, `PATCH ${widgets}`, { description: "Round ones", homepage: "https://round.example" });
  const { text, words } = await see("/acme/widgets");
  expect(text).toContain('id="star-count">4<');
  expect(text).toContain('id="watcher-count">3<');
  expect(words).toContain("Round ones");
  expect((await see("/acme/widgets/stargazers")).words).toContain("carol");

  expect((await see("/acme/widgets/pull/1")).words).toContain("acme/reviewers awaiting review");
  await ask(emulator, `DELETE ${widgets}/pulls/1/requested_reviewers`, {
    reviewers: ["carol"],
    team_reviewers: ["reviewers"],
  });
  expect((await see("/acme/widgets/pull/1")).words).not.toContain("awaiting review");
});

test("a star counts as trending until its period is over, by the service's clock", async ({ emulator }) => {
  const { see } = await visitor(emulator);
  const isListed = async (query: string) => (await see(`/trending${query}`)).text.includes('href="/parts/bolts"');
  expect(await isListed("")).toBe(false);
  await ask(emulator, "PUT /user/starred/parts/bolts");
  // Nobody but the few who may see it would know what it is.
  await ask(emulator, "PUT /user/starred/acme/gears");
  expect([await isListed(""), await isListed("?since=ever"), await isListed("/c")]).toEqual([true, true, true]);
  expect((await (await visitor(emulator, "alice")).see("/trending")).text).not.toContain('href="/acme/gears"');
  emulator.control.clock.advance(25 * 3600);
  expect([await isListed(""), await isListed("?since=weekly")]).toEqual([false, true]);
});

test("a topic's private repositories are for who may see them", async ({ emulator }) => {
  await emulator.control.seed({ repositories: { "acme/cogs": { private: true, topics: ["Round"] } } });
  const [nobody, alice] = [await visitor(emulator), await visitor(emulator, "alice")];
  expect((await nobody.see("/topics/round")).text).not.toContain("/acme/cogs");
  expect((await alice.see("/topics/round")).text).toContain('href="/acme/cogs"');
});

describe("addresses", () => {
  test("a repository's old address leads to its new one, for who may see it", async ({ emulator }) => {
    await ask(emulator, "PATCH /repos/acme/widgets", { name: "gadgets" });
    await ask(emulator, "PATCH /repos/acme/gears", { name: "wheels" });
    const nobody = await visitor(emulator);
    const old = await nobody.see("/acme/widgets/pull/1?page=2");
    expect([old.status, old.headers.get("location")]).toEqual([301, "/acme/gadgets/pull/1?page=2"]);
    expect((await nobody.see("/acme/gears")).status).toBe(404);
    expect((await (await visitor(emulator, "bob")).see("/acme/gears")).headers.get("location")).toBe("/acme/wheels");
  });

  test("stars are where a user's other things are", async ({ emulator }) => {
    const bob = await visitor(emulator, "bob");
    for (const path of ["/stars", "/stars/bob"]) {
      expect((await bob.see(path)).headers.get("location")).toBe("/bob?tab=stars");
    }
    expect((await bob.see("/stars/nobody-here")).status).toBe(404);
    expect((await bob.see("/stars/acme")).status).toBe(404);
    expect((await bob.see("/orgs/bob/repositories")).status).toBe(404);
  });
});
