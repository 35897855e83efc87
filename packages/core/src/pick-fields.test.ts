import { describe, expect, expectTypeOf, test } from "vitest";
import { jsonResponse, mockClient, widgets } from "./client/mock-client.fixture.ts";
import type { Output } from "./contract/operation-types.ts";
import {
  getInstallation,
  getRepository,
  listRepositoryActionsSecrets,
  listRepositoryHookDeliveries,
  listRepositoryHooks,
  listStargazers,
} from "./operations/index.ts";
import { pickFields } from "./pick-fields.ts";

const repositoryFields = pickFields(getRepository, { id: true, owner: { login: true }, description: true });

describe("an operation with selected fields", () => {
  test("accepts unexpected values in all other fields, and has only the selected ones in its type", async () => {
    const body = { id: 1, owner: { login: "acme", followers_url: null }, description: null, private: "perhaps" };
    const { call } = mockClient(() => jsonResponse(body));
    await expect(call(getRepository, widgets)).rejects.toThrow("does not match the contract");
    expect(await call(repositoryFields, widgets)).toEqual(body);
    expectTypeOf<Output<typeof repositoryFields>>().toEqualTypeOf<{
      id: number;
      owner: { login: string };
      description: string | null;
    }>();
  });

  test("rejects unexpected values in the selected fields", async () => {
    const { call } = mockClient(() => jsonResponse({ id: 1, owner: { login: null }, description: "" }));
    await expect(call(repositoryFields, widgets)).rejects.toThrow(
      "GET /api/v3/repos/acme/widgets: The response does not match the contract, where owner.login must be a string.",
    );
  });

  test("selects fields of each item of an array, also in an object", async () => {
    const secrets = pickFields(listRepositoryActionsSecrets, { total_count: true, secrets: { name: true } });
    const { call, items } = mockClient(() =>
      jsonResponse({ total_count: 1, secrets: [{ name: "KEY", created_at: 1 }] }),
    );
    expect((await call(secrets, widgets)).secrets[0]?.name).toBe("KEY");
    expect(await Array.fromAsync(items(secrets, widgets), ({ name }) => name)).toEqual(["KEY"]);
    expectTypeOf<Output<typeof secrets>>().toEqualTypeOf<{ total_count: number; secrets: { name: string }[] }>();
  });

  test("selects the fields that each kind of value has", async () => {
    const accounts = pickFields(getInstallation, { account: { login: true, slug: true } });
    const bodies = [{ account: { login: "acme" } }, { account: null }, { account: 5 }];
    const { call } = mockClient(() => jsonResponse(bodies.shift()), { credentials: { token: "jwt", kind: "app" } });
    const read = async () => (await call(accounts, { installation_id: 1 })).account;
    expect([await read(), await read()]).toEqual([{ login: "acme" }, null]);
    await expect(read()).rejects.toThrow("where account must be an object");
  });

  test("keeps every digit of big integers", async () => {
    const ids = pickFields(listRepositoryHookDeliveries, { id: true });
    const { items } = mockClient(() => new Response('[{"id":9007199254740993,"guid":7}]'));
    expect(await Array.fromAsync(items(ids, { ...widgets, hook_id: 1 }), ({ id }) => id)).toEqual(["9007199254740993"]);
  });

  test("keeps responses with a secret out of a cache's storage, also if the secret is not selected", async () => {
    const stored: string[] = [];
    const storage = { get: async () => undefined, set: async (_: string, value: string) => void stored.push(value) };
    const bodies = [
      { id: 1, config: { secret: "hush" } },
      { id: 2, note: "public" },
    ];
    const { items } = mockClient(() => jsonResponse([bodies.shift()], 200, { etag: '"1"' }), { cache: { storage } });
    await Array.fromAsync(items(pickFields(listRepositoryHooks, { id: true }), widgets));
    await Array.fromAsync(items(pickFields(listStargazers, { id: true }), widgets));
    await expect.poll(() => stored.filter((value) => value.includes("public")).length).toBe(1);
    expect(stored.filter((value) => value.includes("hush"))).toEqual([]);
  });

  test("reports a selected field that does not exist", async () => {
    // @ts-expect-error the field does not exist
    const typo = pickFields(getRepository, { idd: true });
    const { call } = mockClient(() => jsonResponse({}));
    await expect(call(typo, widgets)).rejects.toThrow(
      '"idd" is not a field of the output of GET /repos/{owner}/{repo}.',
    );
  });
});
