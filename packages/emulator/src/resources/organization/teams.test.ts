import { listTeams } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const enterprises = {
  "acme-inc": { organizations: ["acme"], teams: { Everyone: { organizations: ["acme"] } } },
};
const test = emulatorTest({ seed: { ...COMPANY, enterprises } });

const acme = { org: "acme" };

test("lists the teams that the caller can see, with their parents", async ({ emulator }) => {
  const seenBy = async (name: string) =>
    (await clientFor(emulator, name).call(listTeams, { ...acme, team_type: "organization" })).map(({ slug }) => slug);
  expect(await seenBy("alice")).toEqual(["board", "builders", "testers"]);
  expect(await seenBy("bob")).toEqual(["builders", "testers"]);
  expect(await seenBy("carol")).toEqual(["board", "builders", "testers"]);
  expect(await seenBy("installation")).toEqual(["board", "builders", "testers"]);
  const teams = await clientFor(emulator, "bob").call(listTeams, acme);
  expect(teams.find(({ slug }) => slug === "testers")).toMatchObject({
    name: "Testers",
    type: "organization",
    parent: { slug: "builders" },
  });
});

test("lists the enterprise's teams too, or only those", async ({ emulator }) => {
  const ofType = async (team_type: "all" | "enterprise" | "organization") =>
    (await clientFor(emulator, "alice").call(listTeams, { ...acme, team_type })).map(({ slug, type }) => [slug, type]);
  expect(await ofType("enterprise")).toEqual([["ent:everyone", "enterprise"]]);
  expect(await ofType("all")).toEqual([
    ["board", "organization"],
    ["builders", "organization"],
    ["testers", "organization"],
    ["ent:everyone", "enterprise"],
  ]);
  const page = await sendRequest(emulator, "GET /orgs/acme/teams?per_page=3&page=2", "alice");
  expect(page.body).toMatchObject([{ slug: "ent:everyone" }]);
});

test("requires a member of the organization", async ({ emulator }) => {
  expect((await sendRequest(emulator, "GET /orgs/acme/teams", "mallory")).status).toBe(403);
  expect((await sendRequest(emulator, "GET /orgs/acme/teams")).status).toBe(401);
  expect((await sendRequest(emulator, "GET /orgs/bob/teams", "bob")).status).toBe(404);
  expect((await sendRequest(emulator, "GET /orgs/acme/teams?team_type=any", "alice")).status).toBe(422);
});
