import { describe, expect } from "vitest";
import { requestClaims } from "../../oidc/id-token.fixture.ts";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { SEED } from "../shared/organization-seed.fixture.ts";

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
    classicReader: { kind: "classic", user: "alice", scopes: ["read:org"] },
    fineReader: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
  },
};
const test = emulatorTest({ seed });

const includedProperty = (name: string) => ({ custom_property_name: name, inclusion_source: "organization" });
const add = async (emulator: Emulator, name: string, token = "alice") =>
  requestJson(emulator, `POST ${PROPERTIES}`, { custom_property_name: name }, token);
const listProperties = async (emulator: Emulator, organization = "acme", token = "alice") =>
  (await requestJson(emulator, `GET ${PROPERTIES.replace("acme", organization)}`, undefined, token)).body;

/** Returns the custom property claims of a new job's identity token. */
async function propertyClaims(emulator: Emulator, repository = "acme/widgets") {
  const claims = Object.entries(await requestClaims(emulator, { repository }));
  return Object.fromEntries(claims.filter(([name]) => name.startsWith("repo_property_")));
}

describe("custom properties in identity tokens", () => {
  test("are included if selected and if the repository has a value", async ({ emulator }) => {
    expect(await listProperties(emulator)).toEqual([includedProperty("team")]);
    expect(await propertyClaims(emulator)).toEqual({ repo_property_team: "corners" });
    const added = await add(emulator, "regions");
    expect(added).toMatchObject({ status: 201, body: includedProperty("Regions") });
    await add(emulator, "tier");
    await add(emulator, "unset");
    expect(await listProperties(emulator)).toEqual(["team", "Regions", "tier", "unset"].map(includedProperty));
    expect(await propertyClaims(emulator)).toEqual({
      repo_property_team: "corners",
      repo_property_Regions: "eu,us",
      repo_property_tier: "bronze",
    });
    expect(await propertyClaims(emulator, "acme/gears")).toEqual({ repo_property_tier: "bronze" });
    const removed = await requestJson(emulator, `DELETE ${PROPERTIES}/TEAM`);
    expect([removed.status, removed.text]).toEqual([204, ""]);
    expect(await propertyClaims(emulator)).not.toHaveProperty("repo_property_team");
    expect(await listProperties(emulator, "other", "mallory")).toEqual([]);
  });

  test("can be part of the subject once they are selected", async ({ emulator }) => {
    const keys = { include_claim_keys: ["repository", "repo_property_tier"] };
    await requestJson(emulator, "PUT /orgs/acme/actions/oidc/customization/sub", keys);
    await requestJson(emulator, "PUT /repos/acme/widgets/actions/oidc/customization/sub", { use_default: false });
    await expect(requestClaims(emulator, { repository: "acme/widgets" })).rejects.toThrow("repo_property_tier");
    await add(emulator, "tier");
    const { sub } = await requestClaims(emulator, { repository: "acme/widgets" });
    expect(sub).toBe("repository:acme/widgets:repo_property_tier:bronze");
  });

  test("must exist and can be selected only once", async ({ emulator }) => {
    expect((await add(emulator, "nothing")).status).toBe(400);
    expect(await add(emulator, "TEAM")).toMatchObject({
      status: 422,
      body: { message: "Property inclusion already exists" },
    });
    expect((await requestJson(emulator, `POST ${PROPERTIES}`, {})).status).toBe(422);
    for (const name of ["tier", "nothing"]) {
      expect((await requestJson(emulator, `DELETE ${PROPERTIES}/${name}`)).status).toBe(404);
    }
    const both = await Promise.all([add(emulator, "tier"), add(emulator, "tier")]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await listProperties(emulator)).toEqual(["team", "tier"].map(includedProperty));
  });

  test("are visible to members and selected by owners", async ({ emulator }) => {
    const status = async (token: string) => (await requestJson(emulator, `GET ${PROPERTIES}`, undefined, token)).status;
    for (const token of ["alice", "classicReader", "fineReader", "installation"])
      expect([token, await status(token)]).toEqual([token, 200]);
    expect(await status("mallory")).toBe(403);
    for (const token of ["bob", "classicReader", "fineReader"]) {
      expect((await add(emulator, "tier", token)).status).toBe(403);
      expect((await requestJson(emulator, `DELETE ${PROPERTIES}/team`, undefined, token)).status).toBe(403);
    }
    expect((await add(emulator, "tier", "installation")).status).toBe(201);
  });
});
