import { readFileSync } from "node:fs";
import fc from "fast-check";
import * as openpgp from "openpgp";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { type GpgKeyContent, InvalidGpgKeyError, parseGpgKey } from "./key.ts";

/** Keys created with GnuPG. */
const stored = (name: string) => readFileSync(new URL(`keys/${name}.asc`, import.meta.url), "utf8");

const CREATED = new Date("2024-03-01T12:00:00Z");
const generate = (options: Partial<Omit<openpgp.KeyOptions, "format">> = {}) =>
  openpgp.generateKey({
    userIDs: [{ name: "Ada", email: "ada@example.com" }],
    type: "ecc",
    curve: "curve25519Legacy",
    date: CREATED,
    format: "object",
    ...options,
  });

const reasonFor = (armored: string) =>
  parseGpgKey(armored).then(
    () => "none",
    (error: unknown) => (error instanceof InvalidGpgKeyError ? error.reason : error),
  );

const armor = (bytes: Uint8Array) => openpgp.armor(openpgp.enums.armor.publicKey, bytes);

describe("keys created with GnuPG", () => {
  test("parses an RSA key with an expiry, and a subkey that expires earlier", async () => {
    const armored = stored("expiring");
    const key = await parseGpgKey(armored);
    expect(key).toMatchObject({
      key_id: "5030310AF78698E8",
      created_at: "2024-03-01T12:00:00Z",
      expires_at: "2026-03-01T12:00:00Z",
      revoked: false,
      emails: ["erin@example.com"],
      raw_key: armored,
      can_sign: true,
      can_certify: true,
      can_encrypt_comms: false,
      can_encrypt_storage: false,
      subkeys: [
        {
          key_id: "F0279C622AAB6CD6",
          expires_at: "2025-03-01T12:00:00Z",
          can_sign: false,
          can_certify: false,
          can_encrypt_comms: true,
          can_encrypt_storage: true,
        },
      ],
    });
  });

  test("parses a certify-only key with its subkeys, and ignores user ids that are revoked or have no address", async () => {
    const key = await parseGpgKey(stored("subkeys"));
    expect(key).toMatchObject({
      key_id: "24612B61D110C988",
      expires_at: null,
      emails: ["sam@example.com"],
      can_sign: false,
      can_certify: true,
      can_encrypt_comms: false,
      can_encrypt_storage: false,
    });
    const common = { can_certify: false, revoked: false, created_at: "2024-03-02T12:00:00Z" };
    const [signs, encrypts] = key.subkeys;
    expect(signs).toMatchObject({
      key_id: "64168844BA432E49",
      expires_at: "2025-03-02T12:00:00Z",
      ...common,
      can_sign: true,
      can_encrypt_comms: false,
      can_encrypt_storage: false,
    });
    expect(encrypts).toMatchObject({
      key_id: "181CD05BA2C69CED",
      expires_at: null,
      ...common,
      can_sign: false,
      can_encrypt_comms: true,
      can_encrypt_storage: true,
    });
  });

  test("doesn't let a subkey sign without the embedded signature that it made itself", async () => {
    const key = await openpgp.readKey({ armoredKey: stored("subkeys") });
    const embeddedSignature = 32;
    for (const signature of key.subkeys.flatMap((subkey) => subkey.bindingSignatures)) {
      signature.unhashedSubpackets = signature.unhashedSubpackets.filter(({ type }) => type !== embeddedSignature);
    }
    const { subkeys } = await parseGpgKey(key.armor());
    expect(subkeys.map(({ key_id, can_sign }) => [key_id, can_sign])).toEqual([
      ["64168844BA432E49", false],
      ["181CD05BA2C69CED", false],
    ]);
  });

  test("parses a revoked key", async () => {
    expect(await parseGpgKey(stored("revoked"))).toMatchObject({
      key_id: "7C6F9C4BFAC5E4A0",
      revoked: true,
      subkeys: [],
    });
  });

  test("returns the bare key packet as the public key", async () => {
    const { public_key, subkeys } = await parseGpgKey(stored("subkeys"));
    // A new-format header (tag 6, or 14 for a subkey), the length, version 4, the time and the algorithm.
    const packets = [public_key, ...subkeys.map((subkey) => subkey.public_key)].map((text) =>
      Buffer.from(text, "base64"),
    );
    expect(packets.map((packet) => [packet[0], packet[2], packet.readUInt32BE(3), packet[7]])).toEqual([
      [0xc6, 4, CREATED.getTime() / 1000, 22],
      [0xce, 4, CREATED.getTime() / 1000 + 86_400, 22],
      [0xce, 4, CREATED.getTime() / 1000 + 86_400, 18],
    ]);
    expect(packets.map((packet) => packet.length - 2)).toEqual(packets.map((packet) => packet[1]));
  });
});

describe("keys created with OpenPGP.js", () => {
  test.each([
    ["curve25519", { type: "curve25519" }],
    ["legacy Ed25519", { curve: "ed25519Legacy" }],
    ["P-256", { curve: "nistP256" }],
    ["version 6", { type: "curve25519", config: { v6Keys: true } }],
  ] as const)("parses a %s key", async (_name, options) => {
    const { publicKey } = await generate({ ...options, keyExpirationTime: 86_400 });
    const key = await parseGpgKey(publicKey.armor());
    expect(key).toMatchObject({
      key_id: publicKey.getKeyID().toHex().toUpperCase(),
      created_at: "2024-03-01T12:00:00Z",
      expires_at: "2024-03-02T12:00:00Z",
      emails: ["ada@example.com"],
      can_sign: true,
      can_certify: true,
      can_encrypt_comms: false,
      can_encrypt_storage: false,
      subkeys: [{ can_sign: false, can_certify: false, can_encrypt_comms: true, can_encrypt_storage: true }],
    });
  });

  test("reports a revoked subkey, and accepts signatures from the future", async () => {
    const [tomorrow, later] = [86_400_000, 90_000_000].map((ahead) => new Date(Date.now() + ahead));
    const { privateKey } = await generate({ subkeys: [{ sign: true }, {}], ...(tomorrow && { date: tomorrow }) });
    const { keyPacket, subkeys } = privateKey;
    if (!(keyPacket instanceof openpgp.SecretKeyPacket)) throw new Error("This is not a private key.");
    privateKey.subkeys = await Promise.all(
      subkeys.map((subkey, index) => (index === 0 ? subkey.revoke(keyPacket, {}, later) : subkey)),
    );
    const key = await parseGpgKey(privateKey.toPublic().armor());
    expect(key.revoked).toBe(false);
    expect(key.subkeys.map(({ revoked, can_sign }) => [revoked, can_sign])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test("lists a repeated address once", async () => {
    const email = "ada@example.com";
    const { publicKey } = await generate({ userIDs: [{ email }, { name: "Ada", email }, { email: "a@example.org" }] });
    expect((await parseGpgKey(publicKey.armor())).emails).toEqual([email, "a@example.org"]);
  });

  test("accepts CRLF line ends and text around the block", async () => {
    const { publicKey } = await generate();
    const armored = `\r\n My key:\r\n${publicKey.armor().replace(/\r?\n/g, "\r\n")}\r\nBye\r\n`;
    expect(await parseGpgKey(armored)).toMatchObject({ emails: ["ada@example.com"], raw_key: armored });
  });

  test("ignores user ids and subkeys of another key", async () => {
    const [mine, other] = await Promise.all([
      generate(),
      generate({ userIDs: [{ email: "boss@example.com" }], subkeys: [{ sign: true }] }),
    ]);
    const list = mine.publicKey.toPacketList();
    list.push(...other.publicKey.toPacketList().slice(1));
    const key = await parseGpgKey(armor(list.write()));
    expect(key.emails).toEqual(["ada@example.com"]);
    expect(key.subkeys.map(({ key_id }) => key_id)).toEqual([
      mine.publicKey.subkeys[0]?.getKeyID().toHex().toUpperCase(),
    ]);
  });
});

test("lists a repeated subkey once", async () => {
  const { publicKey } = await generate();
  const list = publicKey.toPacketList();
  list.push(...list.slice(3));
  expect((await parseGpgKey(armor(list.write()))).subkeys).toHaveLength(1);
});

describe("invalid keys", () => {
  test.each(["", "ssh-ed25519 AAAAC3Nza ada", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"])(
    "rejects %j as not armored",
    async (text) => expect(await reasonFor(text)).toBe("not-armored"),
  );

  test("rejects a signature as not armored", async () => {
    const message = await openpgp.createMessage({ text: "hello" });
    const { privateKey } = await generate();
    const signature = await openpgp.sign({ message, signingKeys: privateKey, detached: true, date: CREATED });
    expect(await reasonFor(signature)).toBe("not-armored");
  });

  test("rejects a private key, whether its armor header says private or public, and even after a public key", async () => {
    const { privateKey, publicKey } = await generate();
    expect(await reasonFor(privateKey.armor())).toBe("private-key");
    expect(await reasonFor(armor(privateKey.write()))).toBe("private-key");
    expect(await reasonFor(`${publicKey.armor()}\n${privateKey.armor()}`)).toBe("private-key");
    await expect(parseGpgKey(privateKey.armor())).rejects.toThrow("Never upload it");
  });

  test("rejects several keys in one or more blocks", async () => {
    const [one, two] = [(await generate()).publicKey, (await generate()).publicKey];
    expect(await reasonFor(`${one.armor()}\n${two.armor()}`)).toBe("several-keys");
    expect(await reasonFor(armor(Buffer.concat([one.write(), two.write()])))).toBe("several-keys");
  });

  test("rejects unknown versions and algorithms", async () => {
    const bytes = (await generate()).publicKey.write();
    // The packet's header has two bytes, followed by the version, four bytes of time and the algorithm.
    expect(await reasonFor(armor(bytes.with(2, 3)))).toBe("unsupported");
    expect(await reasonFor(armor(bytes.with(7, 99)))).toBe("unsupported");
  });

  test("ignores a subkey with an unknown algorithm", async () => {
    const { publicKey } = await generate({ subkeys: [{ sign: true }, {}] });
    const list = publicKey.toPacketList();
    const bytes = list.write();
    const before = openpgp.PacketList.prototype.write.call(list.slice(0, 3)).length;
    const key = await parseGpgKey(armor(bytes.with(before + 7, 99)));
    expect(key.subkeys.map(({ can_sign }) => can_sign)).toEqual([false]);
  });

  test("rejects truncated, unsigned and empty keys", async () => {
    const { publicKey } = await generate();
    const bytes = publicKey.write();
    expect(await reasonFor(armor(bytes.slice(0, 40)))).toBe("broken");
    expect(await reasonFor(armor(new Uint8Array()))).toBe("broken");
    expect(await reasonFor("-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nwhatever\n-----END")).toBe("broken");
    const list = new openpgp.PacketList<openpgp.AnyPacket>();
    list.push(...publicKey.toPacketList().slice(0, 2));
    expect(await reasonFor(armor(list.write()))).toBe("broken");
  });

  test("never parses a key with a changed byte as a different key", async () => {
    const { publicKey } = await generate();
    const bytes = publicKey.write();
    const parsedKey = await parseGpgKey(publicKey.armor());
    const idsOf = ({ subkeys }: GpgKeyContent) => subkeys.map(({ key_id }) => key_id);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (index, change) => {
        const changed = armor(bytes.with(index, (bytes[index] ?? 0) ^ change));
        const key = await parseGpgKey(changed).catch((error: unknown) => {
          if (error instanceof InvalidGpgKeyError) return undefined;
          throw error;
        });
        if (!key) return;
        expect(key).toMatchObject({ key_id: parsedKey.key_id, created_at: parsedKey.created_at, revoked: false });
        expect(parsedKey.emails).toEqual(expect.arrayContaining([...key.emails]));
        expect(idsOf(parsedKey)).toEqual(expect.arrayContaining(idsOf(key)));
      }),
      { numRuns: pickSize(40, 150) },
    );
  });
});
