import { listTeams } from "@forgehand/core/operations";
import { expect } from "vitest";
import { as, send } from "../../calling.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const enterprises = {
  "acme-inc": { organizations: ["acme"], teams: { Everyone: { organizations: ["acme"] } } },
};
const test = emulatorTest({ seed: { ...COMPANY, enterprises } });

const acme = { org: "acme" };

test("teams that the caller may see, each with the one above it", async ({ emulator }) => {
  const seenBy = async (name: string) =>
    (await as(emulator, name).call(listTeams, { ...acme, team_type: "organization" })).map(({ slug }) => slug);
  expect(await seenBy("alice")).toEqual(["board", "builders", "testers"]);
  expect(await seenBy("bob")).toEqual(["builders", "testers"]);
  expect(await seenBy("carol")).toEqual(["board", "builders", "testers"]);
  expect(await seenBy("installation")).toEqual(["board", "builders", "testers"]);
  const teams = await as(emulator, "bob").call(listTeams, acme);
  expect(teams.find(({ slug }) => slug === "testers")).toMatchObject({
    ...{ name: "Testers", type: "organization", parent: { slug: "builders" } },
  });
});

test("teams of the enterprise are listed beside, or alone", async ({ emulator }) => {
  const ofType = async (team_type: "all" | "enterprise" | "organization") =>
    (await as(emulator, "alice").call(listTeams, { ...acme, team_type })).map(({ slug, type }) => [slug, type]);
  expect(await ofType("enterprise")).toEqual([["ent:everyone", "enterprise"]]);
  expect(await ofType("all")).toEqual([
    ["board", "organization"],
    ["builders", "organization"],
    ["testers", "organization"],
    ["ent:everyone", "enterprise"],
  ]);
  const page = await send(emulator, "GET /orgs/acme/teams?per_page=3&page=2", "alice");
  expect(page.body).toMatchObject([{ slug: "ent:everyone" }]);
});

test("nobody else is told", async ({ emulator }) => {
  expect((await send(emulator, "GET /orgs/acme/teams", "mallory")).status).toBe(403);
  expect((await send(emulator, "GET /orgs/acme/teams")).status).toBe(401);
  expect((await send(emulator, "GET /orgs/bob/teams", "bob")).status).toBe(404);
  expect((await send(emulator, "GET /orgs/acme/teams?team_type=any", "alice")).status).toBe(422);
});
