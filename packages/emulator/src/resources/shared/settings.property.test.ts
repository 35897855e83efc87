import { type AnyOperation, definitionOf } from "@forgehand/core/contract";
import { github, toWire, wirePath } from "@forgehand/core/dialects";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { HANDLERS } from "../index.ts";

// After any sequence of writes, reads return what was written. Rejected writes change nothing, and other settings keep
// their defaults.

const Schema = z.object({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  required: z.optional(z.array(z.string())),
  get properties() {
    return z.optional(z.record(z.string(), Schema));
  },
  get items() {
    return z.optional(Schema);
  },
});
type Schema = z.output<typeof Schema>;

function schemaOf(schema: z.core.$ZodType): Schema {
  return z.parse(Schema, z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/** Values that match a schema, with numbers around its limits. */
function valuesOf({ type, enum: allowed, properties = {}, required = [], items }: Schema): fc.Arbitrary<unknown> {
  if (allowed) return fc.constantFrom(...allowed);
  switch (type) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: -1, max: 120 });
    case "array":
      return fc.uniqueArray(valuesOf(items ?? {}), { maxLength: 3 });
    case "object": {
      const fields = Object.entries(properties).map(([name, field]) => [name, valuesOf(field)] as const);
      return fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: required });
    }
    default:
      return fc.constantFrom("acme/tools", "acme/*");
  }
}

interface SettingEndpoints {
  readonly get: AnyOperation;
  readonly set: AnyOperation;
  /** Valid request bodies according to the contract, with wire names. */
  readonly bodies: fc.Arbitrary<object>;
}

/** All organization settings: written at the path where they are read, with an empty response. */
const SETTINGS = HANDLERS.flatMap(({ operation: set }): SettingEndpoints[] => {
  const get = HANDLERS.find(({ operation }) => operation.method === "GET" && operation.path === set.path)?.operation;
  if (set.method !== "PUT" || !get || !/^\/\w+\/\{org\}\/[^{]*$/.test(set.path)) return [];
  const { body, success } = definitionOf(set);
  const responseSpec = definitionOf(get).success[200];
  if (!body || !Object.hasOwn(success, 204) || !(responseSpec instanceof z.ZodMiniObject)) return [];
  const shown = Object.keys(responseSpec.shape);
  if (!Object.keys(body.shape).every((name) => shown.includes(name))) return [];
  return [{ get, set, bodies: valuesOf(schemaOf(body)).map((value) => Object(toWire(github, body, value))) }];
});

const ORGANIZATIONS = ["acme", "parts", "untouched"] as const;

const SEED = {
  users: { alice: {} },
  organizations: Object.fromEntries(ORGANIZATIONS.map((login) => [login, { members: { alice: "owner" } }])),
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
};

/** Returns the response body, or the status if the request is rejected. */
async function outcome(emulator: Emulator, { method, path }: AnyOperation, org: string, body?: object) {
  const response = await requestJson(emulator, `${method} ${wirePath(github, path).replace("{org}", org)}`, body);
  return response.status < 400 ? response.body : response.status;
}

const readAll = (emulator: Emulator, org: string) =>
  Promise.all(SETTINGS.map(({ get }) => outcome(emulator, get, org)));

const write = fc
  .constantFrom(...SETTINGS)
  .chain(({ get, set, bodies }) =>
    fc.record({ get: fc.constant(get), set: fc.constant(set), body: bodies, org: fc.constantFrom("acme", "parts") }),
  );

/** Removes `allowed_actions`, which is omitted while Actions is disabled. */
function withoutHiddenFields(body: object): object {
  if (Reflect.get(body, "enabled_repositories") !== "none") return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== "allowed_actions"));
}

test("reads return what was written, and nothing else changes", async () => {
  const property = fc.asyncProperty(fc.array(write, { maxLength: 10 }), async (writes) => {
    const emulator = await startEmulator({ seed: SEED });
    const defaults = await readAll(emulator, "untouched");
    for (const { get, set, body, org } of writes) {
      const other = org === "acme" ? "parts" : "acme";
      const before = { own: await outcome(emulator, get, org), others: await outcome(emulator, get, other) };
      const response = await outcome(emulator, set, org, body);
      const own = await outcome(emulator, get, org);
      if (response === undefined) expect(own).toMatchObject(withoutHiddenFields(body));
      else expect([response, own]).toEqual([expect.any(Number), before.own]);
      expect(await outcome(emulator, get, other)).toEqual(before.others);
    }
    for (const org of ORGANIZATIONS.filter((login) => writes.every((write) => write.org !== login))) {
      expect(await readAll(emulator, org)).toEqual(defaults);
    }
    await emulator.stop();
  });
  await fc.assert(property, { numRuns: pickSize(4, 12) });
});

test("finds all settings", () => {
  expect(SETTINGS.map(({ set }) => set.path).toSorted()).toEqual([
    "/organizations/{org}/actions/cache/retention-limit",
    "/organizations/{org}/actions/cache/storage-limit",
    "/orgs/{org}/actions/permissions",
    "/orgs/{org}/actions/permissions/artifact-and-log-retention",
    "/orgs/{org}/actions/permissions/fork-pr-contributor-approval",
    "/orgs/{org}/actions/permissions/fork-pr-workflows-private-repos",
    "/orgs/{org}/actions/permissions/selected-actions",
    "/orgs/{org}/actions/permissions/self-hosted-runners",
    "/orgs/{org}/actions/permissions/workflow",
  ]);
});
