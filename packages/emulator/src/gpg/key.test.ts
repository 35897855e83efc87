import { readFileSync } from "node:fs";
import fc from "fast-check";
import * as openpgp from "openpgp";
import { describe, expect, test } from "vitest";
import { sized } from "../../../../test/effort.ts";
import { type GpgKeyContent, readGpgKey, UnreadableGpgKey } from "./key.ts";

/** Keys that GnuPG made. */
const stored = (name: string) => readFileSync(new URL(`keys/${name}.asc`, import.meta.url), "utf8");

const MADE = new Date("2024-03-01T12:00:00Z");
const generate = (options: Partial<Omit<openpgp.KeyOptions, "format">> = {}) =>
  openpgp.generateKey({
    userIDs: [{ name: "Ada", email: "ada@example.com" }],
    type: "ecc",
    curve: "curve25519Legacy",
    date: MADE,
    format: "object",
    ...options,
  });

const reasonFor = (armored: string) =>
  readGpgKey(armored).then(
    () => "none",
    (error: unknown) => (error instanceof UnreadableGpgKey ? error.reason : error),
  );

/** The same armor around other bytes. */
const armor = (bytes: Uint8Array) => openpgp.armor(openpgp.enums.armor.publicKey, bytes);

describe("keys that GnuPG made", () => {
  test("RSA that expires, with a subkey that expires before", async () => {
    const armored = stored("expiring");
    const key = await readGpgKey(armored);
    expect(key).toMatchObject({
      key_id: "5030310AF78698E8",
      created_at: "2024-03-01T12:00:00Z",
      expires_at: "2026-03-01T12:00:00Z",
      revoked: false,
      emails: ["erin@example.com"],
      raw_key: armored,
      ...{ can_sign: true, can_certify: true, can_encrypt_comms: false, can_encrypt_storage: false },
      subkeys: [
        {
          key_id: "F0279C622AAB6CD6",
          expires_at: "2025-03-01T12:00:00Z",
          ...{ can_sign: false, can_certify: false, can_encrypt_comms: true, can_encrypt_storage: true },
        },
      ],
    });
  });

  test("one that only certifies: subkeys sign and encrypt, a revoked user id and one without an address don't count", async () => {
    const key = await readGpgKey(stored("subkeys"));
    expect(key).toMatchObject({
      key_id: "24612B61D110C988",
      expires_at: null,
      emails: ["sam@example.com"],
      ...{ can_sign: false, can_certify: true, can_encrypt_comms: false, can_encrypt_storage: false },
    });
    const uses = { can_certify: false, revoked: false, created_at: "2024-03-02T12:00:00Z" };
    const [signs, encrypts] = key.subkeys;
    expect(signs).toMatchObject({
      key_id: "64168844BA432E49",
      expires_at: "2025-03-02T12:00:00Z",
      ...{ ...uses, can_sign: true, can_encrypt_comms: false, can_encrypt_storage: false },
    });
    expect(encrypts).toMatchObject({
      key_id: "181CD05BA2C69CED",
      expires_at: null,
      ...{ ...uses, can_sign: false, can_encrypt_comms: true, can_encrypt_storage: true },
    });
  });

  test("a subkey that has not agreed to its key signs nothing for it", async () => {
    const key = await openpgp.readKey({ armoredKey: stored("subkeys") });
    const embeddedSignature = 32;
    for (const signature of key.subkeys.flatMap((subkey) => subkey.bindingSignatures)) {
      signature.unhashedSubpackets = signature.unhashedSubpackets.filter(({ type }) => type !== embeddedSignature);
    }
    const { subkeys } = await readGpgKey(key.armor());
    expect(subkeys.map(({ key_id, can_sign }) => [key_id, can_sign])).toEqual([
      ["64168844BA432E49", false],
      ["181CD05BA2C69CED", false],
    ]);
  });

  test("one that was revoked", async () => {
    expect(await readGpgKey(stored("revoked"))).toMatchObject({
      key_id: "7C6F9C4BFAC5E4A0",
      revoked: true,
      subkeys: [],
    });
  });

  test("the public key is its packet alone", async () => {
    const { public_key, subkeys } = await readGpgKey(stored("subkeys"));
    // A new-format header (tag 6, 14 for a subkey), the length, version 4, the time, the algorithm.
    const packets = [public_key, ...subkeys.map((subkey) => subkey.public_key)].map((text) =>
      Buffer.from(text, "base64"),
    );
    expect(packets.map((packet) => [packet[0], packet[2], packet.readUInt32BE(3), packet[7]])).toEqual([
      [0xc6, 4, MADE.getTime() / 1000, 22],
      [0xce, 4, MADE.getTime() / 1000 + 86_400, 22],
      [0xce, 4, MADE.getTime() / 1000 + 86_400, 18],
    ]);
    expect(packets.map((packet) => packet.length - 2)).toEqual(packets.map((packet) => packet[1]));
  });
});

describe("keys made here", () => {
  test.each([
    ["curve25519", { type: "curve25519" }],
    ["ed25519 of old", { curve: "ed25519Legacy" }],
    ["P-256", { curve: "nistP256" }],
    ["version 6", { type: "curve25519", config: { v6Keys: true } }],
  ] as const)("%s", async (_name, options) => {
    const { publicKey } = await generate({ ...options, keyExpirationTime: 86_400 });
    const key = await readGpgKey(publicKey.armor());
    expect(key).toMatchObject({
      key_id: publicKey.getKeyID().toHex().toUpperCase(),
      created_at: "2024-03-01T12:00:00Z",
      expires_at: "2024-03-02T12:00:00Z",
      emails: ["ada@example.com"],
      ...{ can_sign: true, can_certify: true, can_encrypt_comms: false, can_encrypt_storage: false },
      subkeys: [{ can_sign: false, can_certify: false, can_encrypt_comms: true, can_encrypt_storage: true }],
    });
  });

  test("a revoked subkey is one, its key is not; what is signed tomorrow counts today", async () => {
    const [tomorrow, later] = [86_400_000, 90_000_000].map((ahead) => new Date(Date.now() + ahead));
    const { privateKey } = await generate({ subkeys: [{ sign: true }, {}], ...(tomorrow && { date: tomorrow }) });
    const { keyPacket, subkeys } = privateKey;
    if (!(keyPacket instanceof openpgp.SecretKeyPacket)) throw new Error("This is no private key.");
    privateKey.subkeys = await Promise.all(
      subkeys.map((subkey, place) => (place === 0 ? subkey.revoke(keyPacket, {}, later) : subkey)),
    );
    const key = await readGpgKey(privateKey.toPublic().armor());
    expect(key.revoked).toBe(false);
    expect(key.subkeys.map(({ revoked, can_sign }) => [revoked, can_sign])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test("an address in two user ids counts once", async () => {
    const email = "ada@example.com";
    const { publicKey } = await generate({ userIDs: [{ email }, { name: "Ada", email }, { email: "a@example.org" }] });
    expect((await readGpgKey(publicKey.armor())).emails).toEqual([email, "a@example.org"]);
  });

  test("windows' line ends, and text around the block", async () => {
    const { publicKey } = await generate();
    const armored = `\r\n My key:\r\n${publicKey.armor().replace(/\r?\n/g, "\r\n")}\r\nBye\r\n`;
    expect(await readGpgKey(armored)).toMatchObject({ emails: ["ada@example.com"], raw_key: armored });
  });

  test("what another key brought in is left out: a user id, a subkey", async () => {
    const [mine, other] = await Promise.all([
      generate(),
      generate({ userIDs: [{ email: "boss@example.com" }], subkeys: [{ sign: true }] }),
    ]);
    const list = mine.publicKey.toPacketList();
    list.push(...other.publicKey.toPacketList().slice(1));
    const key = await readGpgKey(armor(list.write()));
    expect(key.emails).toEqual(["ada@example.com"]);
    expect(key.subkeys.map(({ key_id }) => key_id)).toEqual([
      mine.publicKey.subkeys[0]?.getKeyID().toHex().toUpperCase(),
    ]);
  });
});

test("a subkey that is said twice is one", async () => {
  const { publicKey } = await generate();
  const list = publicKey.toPacketList();
  list.push(...list.slice(3));
  expect((await readGpgKey(armor(list.write()))).subkeys).toHaveLength(1);
});

describe("what is no public key", () => {
  test.each(["", "ssh-ed25519 AAAAC3Nza ada", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"])(
    "%j is not armored",
    async (text) => expect(await reasonFor(text)).toBe("not-armored"),
  );

  test("a signature is armored, but no key", async () => {
    const message = await openpgp.createMessage({ text: "hello" });
    const { privateKey } = await generate();
    const signature = await openpgp.sign({ message, signingKeys: privateKey, detached: true, date: MADE });
    expect(await reasonFor(signature)).toBe("not-armored");
  });

  test("a private key, under its own heading or a public key's", async () => {
    const { privateKey, publicKey } = await generate();
    expect(await reasonFor(privateKey.armor())).toBe("private-key");
    expect(await reasonFor(armor(privateKey.write()))).toBe("private-key");
    expect(await reasonFor(`${publicKey.armor()}\n${privateKey.armor()}`)).toBe("private-key");
    await expect(readGpgKey(privateKey.armor())).rejects.toThrow("Never upload it");
  });

  test("several keys, in blocks of their own or in one", async () => {
    const [one, two] = [(await generate()).publicKey, (await generate()).publicKey];
    expect(await reasonFor(`${one.armor()}\n${two.armor()}`)).toBe("several-keys");
    expect(await reasonFor(armor(Buffer.concat([one.write(), two.write()])))).toBe("several-keys");
  });

  test("a version and an algorithm from elsewhere", async () => {
    const bytes = (await generate()).publicKey.write();
    // The packet's header has two bytes; then come the version, four bytes of time, the algorithm.
    expect(await reasonFor(armor(bytes.with(2, 3)))).toBe("unsupported");
    expect(await reasonFor(armor(bytes.with(7, 99)))).toBe("unsupported");
  });

  test("a subkey of an unknown algorithm is left out, the key stays", async () => {
    const { publicKey } = await generate({ subkeys: [{ sign: true }, {}] });
    const list = publicKey.toPacketList();
    const bytes = list.write();
    const before = openpgp.PacketList.prototype.write.call(list.slice(0, 3)).length;
    const key = await readGpgKey(armor(bytes.with(before + 7, 99)));
    expect(key.subkeys.map(({ can_sign }) => can_sign)).toEqual([false]);
  });

  test("damage: cut off, no signature of its own, nothing inside", async () => {
    const { publicKey } = await generate();
    const bytes = publicKey.write();
    expect(await reasonFor(armor(bytes.slice(0, 40)))).toBe("broken");
    expect(await reasonFor(armor(new Uint8Array()))).toBe("broken");
    expect(await reasonFor("-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nwhatever\n-----END")).toBe("broken");
    const list = new openpgp.PacketList<openpgp.AnyPacket>();
    list.push(...publicKey.toPacketList().slice(0, 2));
    expect(await reasonFor(armor(list.write()))).toBe("broken");
  });

  test("a changed byte never makes another key of it", async () => {
    const { publicKey } = await generate();
    const bytes = publicKey.write();
    const whole = await readGpgKey(publicKey.armor());
    const idsOf = ({ subkeys }: GpgKeyContent) => subkeys.map(({ key_id }) => key_id);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (place, change) => {
        const changed = armor(bytes.with(place, (bytes[place] ?? 0) ^ change));
        const key = await readGpgKey(changed).catch((error: unknown) => {
          if (error instanceof UnreadableGpgKey) return undefined;
          throw error;
        });
        if (!key) return;
        expect(key).toMatchObject({ key_id: whole.key_id, created_at: whole.created_at, revoked: false });
        expect(whole.emails).toEqual(expect.arrayContaining([...key.emails]));
        expect(idsOf(whole)).toEqual(expect.arrayContaining(idsOf(key)));
      }),
      { numRuns: sized(40, 150) },
    );
  });
});
