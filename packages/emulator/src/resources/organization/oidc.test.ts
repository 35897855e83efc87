import { describe, expect } from "vitest";
import { ask } from "../../calling.fixture.ts";
import { claimsOf } from "../../oidc/asking.fixture.ts";
import type { Emulator } from "../../public.ts";
import { emulatorTest } from "../../vitest.ts";
import { SEED } from "../families/asking.fixture.ts";

const PROPERTIES = "/orgs/acme/actions/oidc/customization/properties/repo";

const seed = {
  ...SEED,
  organizations: {
    ...SEED.organizations,
    acme: {
      ...SEED.organizations.acme,
      custom_properties: {
        team: { repositories: { "acme/widgets": "corners" } },
        Regions: { repositories: { "acme/widgets": ["eu", "us"] } },
        tier: { default: "bronze" },
        unset: {},
      },
      oidc_properties: ["team"],
    },
  },
  tokens: {
    ...SEED.tokens,
    reads: { kind: "classic", user: "alice", scopes: ["read:org"] },
    looker: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
  },
};
const test = emulatorTest({ seed });

const shown = (name: string) => ({ custom_property_name: name, inclusion_source: "organization" });
const add = async (emulator: Emulator, name: string, token = "alice") =>
  ask(emulator, `POST ${PROPERTIES}`, { custom_property_name: name }, token);
const listOf = async (emulator: Emulator, organization = "acme", token = "alice") =>
  (await ask(emulator, `GET ${PROPERTIES.replace("acme", organization)}`, undefined, token)).body;

/** What the identity token of a new job tells of custom properties. */
async function told(emulator: Emulator, repository = "acme/widgets") {
  const claims = Object.entries(await claimsOf(emulator, { repository }));
  return Object.fromEntries(claims.filter(([name]) => name.startsWith("repo_property_")));
}

describe("the custom properties of identity tokens", () => {
  test("are those that were chosen, where a repository has a value", async ({ emulator }) => {
    expect(await listOf(emulator)).toEqual([shown("team")]);
    expect(await told(emulator)).toEqual({ repo_property_team: "corners" });
    const added = await add(emulator, "regions");
    expect(added).toMatchObject({ status: 201, body: shown("Regions") });
    await add(emulator, "tier");
    await add(emulator, "unset");
    expect(await listOf(emulator)).toEqual(["team", "Regions", "tier", "unset"].map(shown));
    expect(await told(emulator)).toEqual({
      ...{ repo_property_team: "corners", repo_property_Regions: "eu,us", repo_property_tier: "bronze" },
    });
    expect(await told(emulator, "acme/gears")).toEqual({ repo_property_tier: "bronze" });
    const removed = await ask(emulator, `DELETE ${PROPERTIES}/TEAM`);
    expect([removed.status, removed.text]).toEqual([204, ""]);
    expect(await told(emulator)).not.toHaveProperty("repo_property_team");
    expect(await listOf(emulator, "other", "mallory")).toEqual([]);
  });

  test("can make up the subject once they were chosen", async ({ emulator }) => {
    const keys = { include_claim_keys: ["repository", "repo_property_tier"] };
    await ask(emulator, "PUT /orgs/acme/actions/oidc/customization/sub", keys);
    await ask(emulator, "PUT /repos/acme/widgets/actions/oidc/customization/sub", { use_default: false });
    await expect(claimsOf(emulator, { repository: "acme/widgets" })).rejects.toThrow("repo_property_tier");
    await add(emulator, "tier");
    const { sub } = await claimsOf(emulator, { repository: "acme/widgets" });
    expect(sub).toBe("repository:acme/widgets:repo_property_tier:bronze");
  });

  test("are there, and chosen once", async ({ emulator }) => {
    expect((await add(emulator, "nothing")).status).toBe(400);
    expect(await add(emulator, "TEAM")).toMatchObject({
      ...{ status: 422, body: { message: "Property inclusion already exists" } },
    });
    expect((await ask(emulator, `POST ${PROPERTIES}`, {})).status).toBe(422);
    for (const name of ["tier", "nothing"]) {
      expect((await ask(emulator, `DELETE ${PROPERTIES}/${name}`)).status).toBe(404);
    }
    const both = await Promise.all([add(emulator, "tier"), add(emulator, "tier")]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await listOf(emulator)).toEqual(["team", "tier"].map(shown));
  });

  test("are seen by members, and chosen by owners", async ({ emulator }) => {
    const status = async (token: string) => (await ask(emulator, `GET ${PROPERTIES}`, undefined, token)).status;
    for (const token of ["alice", "reads", "looker", "installation"])
      expect([token, await status(token)]).toEqual([token, 200]);
    expect(await status("mallory")).toBe(403);
    for (const token of ["bob", "reads", "looker"]) {
      expect((await add(emulator, "tier", token)).status).toBe(403);
      expect((await ask(emulator, `DELETE ${PROPERTIES}/team`, undefined, token)).status).toBe(403);
    }
    expect((await add(emulator, "tier", "installation")).status).toBe(201);
  });
});
