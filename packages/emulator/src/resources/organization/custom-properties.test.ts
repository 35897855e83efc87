import {
  getRepository,
  listOrganizationCustomPropertyValues,
  listRepositoryCustomPropertyValues,
  starRepository,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startEmulator } from "../../emulator.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const { organizations } = COMPANY;
const custom_properties = {
  tier: {
    default: "bronze",
    values: ["bronze", "silver", "gold"],
    repositories: { "acme/widgets": "gold", "acme/vault": "silver" },
  },
  platforms: { repositories: { "acme/widgets": ["web", "phone"], "acme/gears": ["phone"] } },
};
const seed = { ...COMPANY, organizations: { ...organizations, acme: { ...organizations.acme, custom_properties } } };
const test = emulatorTest({ seed });

const acme = { org: "acme" };

describe("custom properties", () => {
  test("have the repository's value, the organization's default or null", async ({ emulator }) => {
    const valuesOf = (repo: string) =>
      clientFor(emulator, "alice").call(listRepositoryCustomPropertyValues, { owner: "acme", repo });
    expect(await valuesOf("widgets")).toEqual([
      { property_name: "platforms", value: ["web", "phone"] },
      { property_name: "tier", value: "gold" },
    ]);
    expect(await valuesOf("museum")).toEqual([
      { property_name: "platforms", value: null },
      { property_name: "tier", value: "bronze" },
    ]);
    const notes = { owner: "bob", repo: "notes" };
    expect(await clientFor(emulator, "bob").call(listRepositoryCustomPropertyValues, notes)).toEqual([]);
    expect(
      (await clientFor(emulator, "alice").call(getRepository, { owner: "acme", repo: "museum" })).custom_properties,
    ).toEqual({
      tier: "bronze",
    });
  });

  test("are listed for every repository that a member can see, in pages", async ({ emulator }) => {
    const found = await clientFor(emulator, "bob").call(listOrganizationCustomPropertyValues, acme);
    expect(found.map(({ repository_full_name }) => repository_full_name)).toEqual([
      "acme/gears",
      "acme/museum",
      "acme/widgets",
    ]);
    expect(found[0]).toEqual({
      repository_id: 2,
      repository_name: "gears",
      repository_full_name: "acme/gears",
      properties: [
        { property_name: "platforms", value: ["phone"] },
        { property_name: "tier", value: "bronze" },
      ],
    });
    const page = await sendRequest(emulator, "GET /orgs/acme/properties/values?per_page=2&page=2", "alice");
    expect(page.body).toMatchObject([{ repository_name: "vault" }, { repository_name: "widgets" }]);
    expect((await sendRequest(emulator, "GET /orgs/acme/properties/values", "mallory")).status).toBe(403);
    expect((await sendRequest(emulator, "GET /orgs/acme/properties/values")).status).toBe(401);
    expect((await sendRequest(emulator, "GET /repos/acme/gears/properties/values", "mallory")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/properties/values")).status).toBe(200);
  });

  test("are validated in seeds", async () => {
    const withTier = (tier: object) => ({
      seed: {
        ...seed,
        organizations: { ...organizations, acme: { ...organizations.acme, custom_properties: { tier } } },
      },
    });
    await expect(startEmulator(withTier({ values: ["gold"], default: "lead" }))).rejects.toThrow(
      'organizations.acme.custom_properties.tier.default must be one of the allowed values, got "lead"',
    );
    await expect(startEmulator(withTier({ repositories: { "bob/notes": "gold" } }))).rejects.toThrow(
      "organizations.acme.custom_properties.tier.repositories.bob/notes must be a repository of acme",
    );
  });
});

const QUERIES: readonly [query: string, names: readonly string[]][] = [
  ["", ["gears", "museum", "vault", "widgets"]],
  ["props.tier:gold", ["widgets"]],
  ["props.tier:bronze", ["gears", "museum"]],
  ["props.TIER:Silver", ["vault"]],
  ["props.platforms:phone", ["gears", "widgets"]],
  ["-props.platforms:phone", ["museum", "vault"]],
  ["props.platforms:phone props.tier:gold", ["widgets"]],
  ["props.unknown:gold", []],
  ["widg", ["widgets"]],
  ["occasion", ["widgets"]],
  ['"every occasion"', ["widgets"]],
  ["-widgets", ["gears", "museum", "vault"]],
  ["100%", []],
  ["visibility:private", ["gears", "vault"]],
  ["is:public", ["museum", "widgets"]],
  ["-is:public archived:false", ["gears", "vault"]],
  ["archived:true", ["museum"]],
  ["visibility:internal", []],
  ["fork:only", []],
  ["fork:true", ["gears", "museum", "vault", "widgets"]],
  ["template:false widgets", ["widgets"]],
  ["language:typescript", ["widgets"]],
  ["license:MIT", ["widgets"]],
  ["topic:round", ["widgets"]],
  ["repo:acme/Gears", ["gears"]],
  ["org:acme topic:round", ["widgets"]],
  ["user:bob", []],
  ["stars:>0", ["widgets"]],
  ["stars:0", ["gears", "museum", "vault"]],
  ["stars:1..*", ["widgets"]],
  ["created:2026-01-02", ["gears"]],
  ["created:>2026-01-02", ["museum", "vault"]],
  ["created:<=2026-01-02", ["gears", "widgets"]],
  ["pushed:2026-06-01..2026-06-02", ["museum", "vault"]],
  ["pushed:*..2026-06-01", ["museum"]],
  ["shape:round", []],
];

test("finds repositories by words, qualifiers and properties", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  await call(starRepository, { owner: "acme", repo: "widgets" });
  for (const [repository_query, names] of QUERIES) {
    const found = await call(listOrganizationCustomPropertyValues, { ...acme, repository_query });
    expect(
      found.map(({ repository_name }) => repository_name),
      repository_query,
    ).toEqual(names);
  }
});
