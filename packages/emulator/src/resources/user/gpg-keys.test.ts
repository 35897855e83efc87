import { readFileSync } from "node:fs";
import { createGpgKey, deleteGpgKey, getGpgKey, listGpgKeys, listGpgKeysOfUser } from "@forgehand/core/operations";
import * as openpgp from "openpgp";
import { describe, expect } from "vitest";
import { clientFor, notSupplied, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

/** A certify-only key of sam@example.com, with a signing and an encryption subkey. */
const SUBKEYS = readFileSync(new URL("../../gpg/keys/subkeys.asc", import.meta.url), "utf8");
const EXPIRING = readFileSync(new URL("../../gpg/keys/expiring.asc", import.meta.url), "utf8");
const REVOKED = readFileSync(new URL("../../gpg/keys/revoked.asc", import.meta.url), "utf8");

const generate = (...emails: string[]) =>
  openpgp.generateKey({
    userIDs: emails.map((email) => ({ email })),
    type: "ecc",
    curve: "ed25519Legacy",
    format: "object",
  });

const test = emulatorTest({
  seed: {
    users: {
      sam: { email: "sam@example.com" },
      erin: {
        addresses: [
          { email: "erin@example.com", main: true },
          { email: "new@example.com", verified: false },
        ],
      },
    },
    organizations: { acme: {} },
    tokens: {
      sam: { kind: "classic", user: "sam", scopes: ["admin:gpg_key"] },
      erin: { kind: "classic", user: "erin", scopes: ["write:gpg_key"] },
      reader: { kind: "classic", user: "sam", scopes: ["read:gpg_key"] },
      fine: { kind: "fine-grained", user: "sam", permissions: { gpg_keys: "write" } },
    },
  },
});

describe("an added key", () => {
  test("is returned with its subkeys", async ({ emulator }) => {
    const { call } = clientFor(emulator, "sam");
    const key = await call(createGpgKey, { name: "Laptop", armored_public_key: SUBKEYS });
    expect(key).toMatchObject({
      name: "Laptop",
      primary_key_id: null,
      key_id: "24612B61D110C988",
      emails: [{ email: "sam@example.com", verified: true }],
      can_sign: false,
      can_certify: true,
      expires_at: null,
      revoked: false,
      raw_key: SUBKEYS,
      subkeys: [
        { primary_key_id: key.id, key_id: "64168844BA432E49", can_sign: true, expires_at: "2025-03-02T12:00:00Z" },
        { primary_key_id: key.id, key_id: "181CD05BA2C69CED", can_encrypt_comms: true, emails: [], raw_key: null },
      ],
    });
    expect(await call(getGpgKey, { gpg_key_id: key.id })).toEqual(key);
    expect(await call(listGpgKeys, {})).toEqual([key]);
    expect(await clientFor(emulator).call(listGpgKeysOfUser, { username: "SAM" })).toEqual([key]);
  });

  test("has its creation time from the emulator's clock", async ({ emulator }) => {
    emulator.control.clock.set(new Date("2030-05-05T05:05:05Z"));
    const key = await clientFor(emulator, "sam").call(createGpgKey, { armored_public_key: EXPIRING });
    expect(key).toMatchObject({ name: null, created_at: "2030-05-05T05:05:05Z", expires_at: "2026-03-01T12:00:00Z" });
    expect(key.subkeys).toMatchObject([{ created_at: "2030-05-05T05:05:05Z", expires_at: "2025-03-01T12:00:00Z" }]);
  });

  test("shows that it was revoked", async ({ emulator }) => {
    const key = await clientFor(emulator, "sam").call(createGpgKey, { armored_public_key: REVOKED });
    expect(key).toMatchObject({ revoked: true, emails: [{ email: "rita@example.com", verified: false }] });
  });

  test("marks the owner's verified addresses", async ({ emulator }) => {
    const { publicKey } = await generate("ERIN@example.com", "new@example.com", "sam@example.com");
    const key = await clientFor(emulator, "erin").call(createGpgKey, { armored_public_key: publicKey.armor() });
    expect(key.emails).toEqual([
      { email: "ERIN@example.com", verified: true },
      { email: "new@example.com", verified: false },
      { email: "sam@example.com", verified: false },
    ]);
  });

  test("is deleted with its subkeys and can be added again", async ({ emulator }) => {
    const { call } = clientFor(emulator, "sam");
    const { id } = await call(createGpgKey, { armored_public_key: SUBKEYS });
    await call(deleteGpgKey, { gpg_key_id: id });
    await expect(call(getGpgKey, { gpg_key_id: id })).rejects.toMatchObject({ status: 404 });
    expect(await call(listGpgKeys, {})).toEqual([]);
    const secondKey = await clientFor(emulator, "erin").call(createGpgKey, { armored_public_key: SUBKEYS });
    expect(secondKey.id).toBeGreaterThan(id);
    expect(secondKey.subkeys).toHaveLength(2);
  });

  test("is listed in pages", async ({ emulator }) => {
    const { call, pages } = clientFor(emulator, "sam");
    const ids: number[] = [];
    for (let number = 0; number < 10; number++) {
      const { publicKey } = await generate(`key-${number}@example.com`);
      ids.push((await call(createGpgKey, { armored_public_key: publicKey.armor() })).id);
    }
    const sizes: number[] = [];
    const found: number[] = [];
    for await (const page of pages(listGpgKeys, { per_page: 4 })) {
      sizes.push(page.length);
      found.push(...page.map(({ id }) => id));
    }
    expect(sizes).toEqual([4, 4, 2]);
    expect(found).toEqual(ids);
    expect((await sendRequest(emulator, "GET /user/gpg_keys?per_page=4&page=9", "sam")).body).toEqual([]);
  });
});

describe("rejects", () => {
  const rejectedResponse = async (
    emulator: Parameters<typeof sendRequest>[0],
    token: string,
    armored_public_key: unknown,
  ) => {
    const response = await sendRequest(emulator, "POST /user/gpg_keys", token, {
      body: JSON.stringify({ armored_public_key }),
    });
    expect(response.status).toBe(422);
    return response.body;
  };

  test("a key that any account already has", async ({ emulator }) => {
    await clientFor(emulator, "sam").call(createGpgKey, { armored_public_key: SUBKEYS });
    for (const token of ["sam", "erin"]) {
      expect(await rejectedResponse(emulator, token, SUBKEYS)).toMatchObject({
        message: "Validation Failed",
        errors: [{ resource: "GpgKey", field: "key_id", code: "custom", message: "key_id already exists" }],
      });
    }
    expect(await clientFor(emulator, "erin").call(listGpgKeys, {})).toEqual([]);
  });

  test("a key with a subkey that any account already has", async ({ emulator }) => {
    const [sams, erins] = [await generate("sam@example.com"), await generate("erin@example.com")];
    // A key of erin's that contains sam's subkey.
    const [shared] = sams.privateKey.subkeys;
    const packets = erins.privateKey.toPacketList().slice(0, 3);
    const list = new openpgp.PacketList<openpgp.AnyPacket>();
    list.push(...packets, ...(shared ? [shared.keyPacket] : []));
    const { publicKey } = await openpgp.reformatKey({
      privateKey: new openpgp.PrivateKey(list),
      userIDs: [{ email: "erin@example.com" }],
      format: "object",
    });

    await clientFor(emulator, "sam").call(createGpgKey, { armored_public_key: sams.publicKey.armor() });
    const keyId = shared?.getKeyID().toHex().toUpperCase();
    const message = `The key was not added because one or more subkeys already exist: ${keyId}`;
    expect(await rejectedResponse(emulator, "erin", publicKey.armor())).toMatchObject({
      errors: [{ field: "subkeys", message }],
    });
  });

  test("invalid keys, with the reason", async ({ emulator }) => {
    const { privateKey, publicKey } = await generate("sam@example.com");
    const other = (await generate("erin@example.com")).publicKey;
    for (const [text, message] of [
      [privateKey.armor(), "Never upload it"],
      ["ssh-ed25519 AAAA", "not an ASCII-armored public key"],
      [publicKey.armor() + other.armor(), "several keys"],
      [openpgp.armor(openpgp.enums.armor.publicKey, publicKey.write().subarray(0, 30)), "damaged"],
      [openpgp.armor(openpgp.enums.armor.publicKey, publicKey.write().with(2, 3)), "not supported"],
    ] as const) {
      expect(await rejectedResponse(emulator, "sam", text)).toMatchObject({
        errors: [{ field: "armored_public_key", message: expect.stringContaining(message) }],
      });
    }
    expect(await rejectedResponse(emulator, "sam", undefined)).toMatchObject(notSupplied("armored_public_key").body);
  });

  test("requests for other users' keys, single subkeys and unknown users", async ({ emulator }) => {
    const { call } = clientFor(emulator, "sam");
    const key = await call(createGpgKey, { armored_public_key: SUBKEYS });
    await expect(clientFor(emulator, "erin").call(getGpgKey, { gpg_key_id: key.id })).rejects.toMatchObject({
      status: 404,
    });
    await expect(call(getGpgKey, { gpg_key_id: key.subkeys[0]?.id ?? 0 })).rejects.toMatchObject({ status: 404 });
    await expect(call(deleteGpgKey, { gpg_key_id: 999 })).rejects.toMatchObject({ status: 404 });
    await expect(call(listGpgKeysOfUser, { username: "unknown-user" })).rejects.toMatchObject({ status: 404 });
    expect(await call(listGpgKeysOfUser, { username: "acme" })).toEqual([]);
  });

  test("tokens without permission", async ({ emulator }) => {
    const { id } = await clientFor(emulator, "fine").call(createGpgKey, { armored_public_key: SUBKEYS });
    expect((await sendRequest(emulator, `GET /user/gpg_keys/${id}`, "reader")).status).toBe(200);
    expect((await sendRequest(emulator, "POST /user/gpg_keys", "reader", { body: "{}" })).status).toBe(403);
    expect((await sendRequest(emulator, "DELETE /user/gpg_keys/1", "erin")).status).toBe(403);
    expect((await sendRequest(emulator, "GET /user/gpg_keys")).status).toBe(401);
  });

  test("a key that is added twice concurrently", async ({ emulator }) => {
    const body = JSON.stringify({ armored_public_key: SUBKEYS });
    const responses = await Promise.all(
      ["sam", "erin", "sam"].map((token) => sendRequest(emulator, "POST /user/gpg_keys", token, { body })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
  });
});
