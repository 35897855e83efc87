import { createClient, type Transport } from "@forgehand/core";
import sodium from "libsodium-wrappers";
import { beforeAll, describe, expect, test } from "vitest";
import { rotateSecrets } from "./rotate-secrets.ts";
import { entryOf } from "./rotation-entry.fixture.ts";
import { contextWith } from "./run-context.fixture.ts";

const BASE64 = () => sodium.base64_variants.ORIGINAL;

/**
 * A service with the secrets of one repository. Each read of the public key returns the next of the given number of key
 * pairs.
 */
function fakeService(keys: number) {
  const pairs = Array.from({ length: keys }, () => sodium.crypto_box_keypair());
  const decrypted = new Map<string, Uint8Array>();
  let readings = 0;
  const respond = (status: number, body?: unknown) => ({
    status,
    headers: new Headers({ date: new Date().toUTCString(), "content-type": "application/json" }),
    text: body === undefined ? "" : JSON.stringify(body),
  });
  const transport: Transport = async ({ method, url, body }) => {
    if (url.pathname.endsWith("/public-key")) {
      const index = Math.min(readings++, pairs.length - 1);
      const key = pairs[index]?.publicKey ?? new Uint8Array();
      return respond(200, { key_id: `key ${index}`, key: sodium.to_base64(key, BASE64()) });
    }
    const names = [...decrypted.keys()];
    if (method === "GET") {
      const secrets = names.map((name) => ({ name, updated_at: new Date().toISOString() }));
      return respond(200, { total_count: names.length, secrets });
    }
    const sent: unknown = JSON.parse(String(body));
    const { key_id, encrypted_value } = Object(sent);
    const last = pairs.length - 1;
    const pair = pairs[last];
    if (key_id !== `key ${last}` || !pair) return respond(422, { message: "Bad key_id: it is not the current key." });
    const sealed = sodium.from_base64(encrypted_value, BASE64());
    decrypted.set(
      url.pathname.split("/").at(-1) ?? "",
      sodium.crypto_box_seal_open(sealed, pair.publicKey, pair.privateKey),
    );
    return respond(201, {});
  };
  const client = createClient({ baseUrl: "https://forge.test", credentials: "ghp_test", transport });
  return { client, decrypted, readings: () => readings };
}

async function rotate(service: ReturnType<typeof fakeService>, entries: readonly ReturnType<typeof entryOf>[]) {
  const context = contextWith(service.client);
  const state = await rotateSecrets.read(context.run, entries);
  const plan = rotateSecrets.plan(state);
  return { ...context, plan, applied: await rotateSecrets.apply(context.run, plan.changes, state) };
}

describe("applying a rotation", () => {
  beforeAll(() => sodium.ready);

  test("writes values that libsodium decrypts to exactly the same bytes", async () => {
    const service = fakeService(1);
    const script = "process.stdout.write(Buffer.from([0xff, 0, 0xc3, 0x28, 13, 10, 10]))";
    const command = JSON.stringify([process.execPath, "-e", script]);
    const { applied, masked } = await rotate(service, [
      entryOf({ secret: "BYTES", repositories: "acme/widgets", "value-command": command }),
    ]);
    expect(applied.outcomes.map(({ end }) => end)).toEqual(["changed"]);
    expect([...(service.decrypted.get("BYTES") ?? [])]).toEqual([0xff, 0, 0xc3, 0x28, 13, 10]);
    expect(masked).toContain(Buffer.from([0xff, 0, 0xc3, 0x28, 13, 10]).toString("base64"));
  });

  test("re-reads an outdated public key once for all secrets", async () => {
    const service = fakeService(2);
    const names = ["A", "B", "C", "D"];
    const { applied } = await rotate(
      service,
      names.map((secret) => entryOf({ secret, repositories: "acme/widgets", value: `value of ${secret}` })),
    );
    expect(applied.outcomes.map(({ end, note }) => note ?? end)).toEqual(names.map(() => "changed"));
    expect(service.readings()).toBe(2);
    for (const name of names)
      expect(Buffer.from(service.decrypted.get(name) ?? []).toString()).toBe(`value of ${name}`);
  });

  test("fails if the public key is still outdated after it was re-read", async () => {
    const service = fakeService(3);
    const { applied } = await rotate(service, [entryOf({ repositories: "acme/widgets", value: "new" })]);
    expect(applied.outcomes).toMatchObject([{ end: "failed" }]);
    expect(applied.outcomes[0]?.note).toContain("key_id");
    expect(service.readings()).toBe(2);
    expect(service.decrypted.size).toBe(0);
  });
});
