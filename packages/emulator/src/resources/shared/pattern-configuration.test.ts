import {
  getEnterprisePatternConfiguration,
  getOrganizationPatternConfiguration,
  updateEnterprisePatternConfiguration,
  updateOrganizationPatternConfiguration,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: {}, bob: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member" },
      secret_patterns: {
        provider: {
          NPM_ACCESS_TOKEN: { setting: "enabled", alerts: 30, false_positives: 4, bypassed: 10 },
          STRIPE_API_KEY: { alerts: 6 },
        },
        custom: {
          "door-code": { name: "Door code", setting: "enabled", alerts: 4, false_positives: 1 },
          "badge-number": {},
        },
      },
    },
    globex: {
      members: { alice: "owner" },
      secret_patterns: { provider: { NPM_ACCESS_TOKEN: { alerts: 10, false_positives: 2 } } },
    },
    lone: { members: { alice: "owner" } },
  },
  enterprises: {
    "acme-inc": {
      organizations: ["acme", "globex"],
      members: { alice: "owner" },
      secret_patterns: { provider: { STRIPE_API_KEY: { setting: "disabled" } }, custom: { "site-key": {} } },
    },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: ["admin:enterprise", "admin:org"] },
    bob: { kind: "classic", user: "bob", scopes: ["admin:org"] },
    reader: { kind: "classic", user: "alice", scopes: ["read:org", "read:enterprise"] },
    fine: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "write" } },
    "fine-reads": { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
  },
};

const test = emulatorTest({ seed });

const acme = { org: "acme" };
const PATHS = {
  organization: "/orgs/acme/secret-scanning/pattern-configurations",
  enterprise: "/enterprises/acme-inc/secret-scanning/pattern-configurations",
};
const patch = (emulator: Emulator, path: string, body: object, token = "alice") =>
  sendRequest(emulator, `PATCH ${path}`, token, { body: JSON.stringify(body) });

/** Returns an owner's version, and its settings by token type. */
async function settings(emulator: Emulator, path: string) {
  const { body } = await sendRequest(emulator, `GET ${path}`, "alice");
  const { pattern_config_version: version, provider_pattern_overrides, custom_pattern_overrides } = Object(body);
  const all: Record<string, string>[] = [...provider_pattern_overrides, ...custom_pattern_overrides];
  return {
    version,
    byTokenType: Object.fromEntries(all.map((pattern) => [pattern["token_type"], pattern["setting"]])),
  };
}

test("lists every pattern with its setting and alert counts", async ({ emulator }) => {
  const { call } = clientFor(emulator, "reader");
  const configuration = await call(getOrganizationPatternConfiguration, acme);
  const provider = new Map(configuration.provider_pattern_overrides?.map((pattern) => [pattern.token_type, pattern]));
  expect(provider.get("NPM_ACCESS_TOKEN")).toEqual({
    token_type: "NPM_ACCESS_TOKEN",
    slug: "npm_access_token",
    display_name: "npm Access Token",
    alert_total: 30,
    alert_total_percentage: 75,
    false_positives: 4,
    false_positive_rate: 13,
    bypass_rate: 33,
    default_setting: "enabled",
    setting: "enabled",
    enterprise_setting: "not-set",
  });
  expect(provider.get("STRIPE_API_KEY")).toMatchObject({
    alert_total_percentage: 15,
    setting: "not-set",
    enterprise_setting: "disabled",
  });
  expect(provider.get("GOOGLE_API_KEY")).toMatchObject({
    alert_total: 0,
    false_positive_rate: 0,
    default_setting: "disabled",
  });
  expect(configuration.custom_pattern_overrides).toMatchObject([
    {
      token_type: "cp_1",
      slug: "door-code",
      display_name: "Door code",
      setting: "enabled",
      alert_total_percentage: 10,
    },
    { token_type: "cp_2", slug: "badge-number", setting: "disabled", default_setting: "disabled", bypass_rate: 0 },
  ]);
  // Without an enterprise, nothing is inherited.
  const lone = await call(getOrganizationPatternConfiguration, { org: "lone" });
  expect(lone.provider_pattern_overrides?.[0]).toMatchObject({ setting: "not-set", enterprise_setting: null });
  expect(lone.custom_pattern_overrides).toEqual([]);
});

test("inherits an enterprise's settings and counts the alerts of its organizations", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const enterprise = { enterprise: "acme-inc" };
  const npm = async () => {
    const found = await call(getEnterprisePatternConfiguration, enterprise);
    return found.provider_pattern_overrides?.find((pattern) => pattern.token_type === "NPM_ACCESS_TOKEN");
  };
  expect(await npm()).toMatchObject({
    alert_total: 40,
    false_positives: 6,
    setting: "not-set",
    enterprise_setting: null,
  });
  const before = await settings(emulator, PATHS.organization);
  await call(updateEnterprisePatternConfiguration, {
    ...enterprise,
    provider_pattern_settings: [{ token_type: "NPM_ACCESS_TOKEN", push_protection_setting: "disabled" }],
  });
  expect(await npm()).toMatchObject({ setting: "disabled" });
  for (const org of ["acme", "globex"]) {
    const found = await call(getOrganizationPatternConfiguration, { org });
    const inherited = found.provider_pattern_overrides?.find((pattern) => pattern.token_type === "NPM_ACCESS_TOKEN");
    expect(inherited).toMatchObject({
      enterprise_setting: "disabled",
      setting: org === "acme" ? "enabled" : "not-set",
    });
  }
  // The enterprise's changes do not outdate the organization's version.
  expect(await settings(emulator, PATHS.organization)).toEqual(before);
});

describe.for(Object.entries(PATHS))("a pattern configuration of an %s", ([, path]) => {
  test("accepts changes to the current version and returns the next one", async ({ emulator }) => {
    const change = (setting: string) => ({
      provider_pattern_settings: [{ token_type: "PYPI_API_TOKEN", push_protection_setting: setting }],
    });
    const first = await settings(emulator, path);
    expect((await settings(emulator, path)).version).toBe(first.version);
    const response = await patch(emulator, path, { pattern_config_version: first.version, ...change("enabled") });
    const second = await settings(emulator, path);
    expect(response).toMatchObject({ status: 200, body: { pattern_config_version: second.version } });
    expect(second).not.toEqual(first);
    expect(second.byTokenType).toEqual({ ...first.byTokenType, PYPI_API_TOKEN: "enabled" });

    for (const stale of [first.version, "", "0"]) {
      const refused = await patch(emulator, path, { pattern_config_version: stale, ...change("disabled") });
      expect(refused.status).toBe(409);
    }
    expect(await settings(emulator, path)).toEqual(second);

    for (const omittedVersion of [{ pattern_config_version: null }, {}]) {
      expect((await patch(emulator, path, { ...omittedVersion, ...change("not-set") })).status).toBe(200);
    }
    const third = await settings(emulator, path);
    expect(third.byTokenType).toEqual(first.byTokenType);
    expect((await patch(emulator, path, {})).body).toEqual({ pattern_config_version: third.version });
  });

  test("applies no setting if one is invalid", async ({ emulator }) => {
    const before = await settings(emulator, path);
    const valid = { token_type: "PYPI_API_TOKEN", push_protection_setting: "enabled" };
    const [custom = ""] = Object.keys(before.byTokenType).filter((type) => type.startsWith("cp_"));
    for (const [body, field] of [
      [
        { provider_pattern_settings: [valid, { ...valid, token_type: "NO_SUCH_TOKEN" }] },
        "provider_pattern_settings.1.token_type",
      ],
      [
        { provider_pattern_settings: [valid, { ...valid, token_type: custom }] },
        "provider_pattern_settings.1.token_type",
      ],
      [
        { provider_pattern_settings: [valid, { push_protection_setting: "enabled" }] },
        "provider_pattern_settings.1.token_type",
      ],
      [
        { provider_pattern_settings: [valid, { token_type: "NPM_ACCESS_TOKEN" }] },
        "provider_pattern_settings.1.push_protection_setting",
      ],
      [
        { provider_pattern_settings: [{ ...valid, push_protection_setting: "on" }] },
        "provider_pattern_settings.0.push_protection_setting",
      ],
      [
        { provider_pattern_settings: [valid], custom_pattern_settings: [valid] },
        "custom_pattern_settings.0.token_type",
      ],
      [
        { custom_pattern_settings: [{ token_type: "cp_99", push_protection_setting: "enabled" }] },
        "custom_pattern_settings.0.token_type",
      ],
      [
        { custom_pattern_settings: [{ token_type: custom, push_protection_setting: "not-set" }] },
        "custom_pattern_settings.0.push_protection_setting",
      ],
    ] as const) {
      const response = await patch(emulator, path, body);
      expect(response).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    }
    expect(await settings(emulator, path)).toEqual(before);
  });

  test("loses no change of concurrent writers", async ({ emulator }) => {
    const types = ["NPM_ACCESS_TOKEN", "STRIPE_API_KEY", "TWILIO_API_KEY"];
    const step = fc.record({
      writer: fc.nat(2),
      reads: fc.boolean(),
      token_type: fc.constantFrom(...types),
      push_protection_setting: fc.constantFrom("not-set", "disabled", "enabled"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        const start = await settings(emulator, path);
        const knownVersions = [start.version, start.version, start.version];
        const versionsSoFar = new Set<unknown>([start.version]);
        let current = start.version;
        const model = { ...start.byTokenType };
        for (const { writer, reads, ...setting } of steps) {
          if (reads) knownVersions[writer] = (await settings(emulator, path)).version;
          const isCurrent = knownVersions[writer] === current;
          const body = { pattern_config_version: knownVersions[writer], provider_pattern_settings: [setting] };
          const response = await patch(emulator, path, body);
          expect(response.status).toBe(isCurrent ? 200 : 409);
          if (!isCurrent) continue;
          current = Object(response.body).pattern_config_version;
          knownVersions[writer] = current;
          model[setting.token_type] = setting.push_protection_setting;
          expect(versionsSoFar).not.toContain(current);
          versionsSoFar.add(current);
        }
        expect(await settings(emulator, path)).toEqual({ version: current, byTokenType: model });
      }),
      { numRuns: pickSize(8, 25) },
    );
  });
});

test("has separate versions for custom patterns", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const versions = async () =>
    (await call(getOrganizationPatternConfiguration, acme)).custom_pattern_overrides?.map(
      (pattern) => pattern.custom_pattern_version,
    );
  const [door, badge] = (await versions()) ?? [];
  const change = { token_type: "cp_1", push_protection_setting: "disabled" as const };
  const { pattern_config_version: version } = await call(updateOrganizationPatternConfiguration, {
    ...acme,
    custom_pattern_settings: [{ ...change, custom_pattern_version: door ?? null }],
  });
  const [changed, same] = (await versions()) ?? [];
  expect(changed).not.toBe(door);
  expect(same).toBe(badge);
  const stale = call(updateOrganizationPatternConfiguration, {
    ...acme,
    pattern_config_version: version ?? null,
    custom_pattern_settings: [{ ...change, push_protection_setting: "enabled", custom_pattern_version: door ?? null }],
  });
  await expect(stale).rejects.toMatchObject({ name: "ConflictError", status: 409 });
  expect((await settings(emulator, PATHS.organization)).byTokenType).toMatchObject({ cp_1: "disabled" });
});

describe("access", () => {
  const body = { provider_pattern_settings: [] };
  test.for([
    ["alice", 200, 200, 200, 200],
    ["reader", 200, 403, 403, 403],
    ["fine", 200, 200, 403, 403],
    ["fine-reads", 200, 403, 403, 403],
    ["bob", 403, 403, 403, 403],
  ] as const)("with the token %s", async ([token, ...expected], { emulator }) => {
    const { organization, enterprise } = PATHS;
    expect([
      (await sendRequest(emulator, `GET ${organization}`, token)).status,
      (await patch(emulator, organization, body, token)).status,
      (await sendRequest(emulator, `GET ${enterprise}`, token)).status,
      (await patch(emulator, enterprise, body, token)).status,
    ]).toEqual(expected);
  });
});
