import type { AnyKeyPacket, Key, SignaturePacket, Subkey, User } from "openpgp";
import { timestamp } from "../timestamp.ts";
import { type KeyUses, keyUsesOf } from "./key-uses.ts";
import { loadOpenPgp, type OpenPgp } from "./openpgp.ts";
import { createdAt, directSignatures, expiryOf, newestValid } from "./signatures.ts";

/** The data of a primary key or subkey. */
export interface KeyContent extends KeyUses {
  /** 16 hexadecimal digits. */
  readonly key_id: string;
  /** The public key packet in base64. GPG programs can't import it. */
  readonly public_key: string;
  readonly created_at: string;
  /** Null for a key that never expires. */
  readonly expires_at: string | null;
  readonly revoked: boolean;
}

/** A public key with its user ids and subkeys. */
export interface GpgKeyContent extends KeyContent {
  /** The distinct email addresses in its user ids. */
  readonly emails: readonly string[];
  readonly subkeys: readonly KeyContent[];
  /** The text that it was parsed from. */
  readonly raw_key: string;
}

const REASON_MESSAGES = {
  "not-armored": "This is not an ASCII-armored public key. It must begin with -----BEGIN PGP PUBLIC KEY BLOCK-----.",
  "private-key": "This is a private key. Never upload it. Add the public key that gpg --armor --export writes.",
  "several-keys": "This contains several keys. Add them one at a time.",
  unsupported: "The version or algorithm of this key is not supported.",
  broken: "This key is damaged or has no valid self-signature.",
} as const;

/** A text that isn't a valid public key. */
export class InvalidGpgKeyError extends Error {
  override name = "InvalidGpgKeyError" as const;
  readonly reason: keyof typeof REASON_MESSAGES;

  constructor(reason: keyof typeof REASON_MESSAGES) {
    super(REASON_MESSAGES[reason]);
    this.reason = reason;
  }
}

/**
 * Parses an ASCII-armored public key. User ids and subkeys that the key itself didn't sign are ignored, since anyone
 * can add them. Revoked user ids and subkeys with unknown algorithms are ignored too.
 * @throws InvalidGpgKeyError
 */
export async function parseGpgKey(armored: string): Promise<GpgKeyContent> {
  const blocks = [...armored.matchAll(/^-----BEGIN PGP ([^\r\n]+)-----[ \t]*\r?$/gm)].map(([, type = ""]) => type);
  if (blocks.some((type) => /(PRIVATE|SECRET) KEY/.test(type))) throw new InvalidGpgKeyError("private-key");
  if (blocks.length === 0 || blocks.some((type) => type !== "PUBLIC KEY BLOCK")) {
    throw new InvalidGpgKeyError("not-armored");
  }
  if (blocks.length > 1) throw new InvalidGpgKeyError("several-keys");
  const openpgp = await loadOpenPgp();
  const [key, ...others] = await parse(openpgp, armored);
  if (others.length > 0) throw new InvalidGpgKeyError("several-keys");
  if (!key) throw new InvalidGpgKeyError("broken");
  if (key.isPrivate()) throw new InvalidGpgKeyError("private-key");
  return describeKey(openpgp, key, armored);
}

async function parse(openpgp: OpenPgp, armoredKeys: string): Promise<Key[]> {
  try {
    return await openpgp.readKeys({ armoredKeys });
  } catch {
    // The library skips primary keys with an unknown version or algorithm. In strict mode it reports them.
    const strict = openpgp.readKeys({ armoredKeys, config: { ignoreUnsupportedPackets: false } });
    const cause = await strict.catch((error: unknown) => error);
    const isUnsupported = cause instanceof Error && cause.name === "UnsupportedError";
    throw new InvalidGpgKeyError(isUnsupported ? "unsupported" : "broken");
  }
}

async function describeKey(openpgp: OpenPgp, key: Key, armored: string): Promise<GpgKeyContent> {
  const { signature } = openpgp.enums;
  const { keyPacket } = key;
  const signedData = { key: keyPacket };
  const users = (await Promise.all(key.users.map((user) => readUser(openpgp, user)))).filter(
    (found) => found !== undefined,
  );
  const subkeys = (await Promise.all(key.subkeys.map((subkey) => readSubkey(openpgp, subkey)))).filter(
    (found) => found !== undefined,
  );
  const direct = await newestValid(directSignatures(openpgp, key), keyPacket, signature.key, signedData);
  const revocation = await newestValid(key.revocationSignatures, keyPacket, signature.keyRevocation, signedData);
  // The key flags of version 6 are in a direct key signature, those of version 4 in the certification of the primary
  // user id.
  const selfSignature = keyPacket.version === 6 ? direct : (mainUser(users)?.certification ?? direct);
  if (!selfSignature) throw new InvalidGpgKeyError("broken");
  return {
    ...identityOf(openpgp, keyPacket),
    ...keyUsesOf(openpgp, keyPacket, selfSignature.keyFlags, true),
    expires_at: expiryOf(keyPacket, [selfSignature, direct]),
    revoked: revocation !== undefined,
    emails: [...new Set(users.flatMap(({ email, revoked }) => (revoked || email === "" ? [] : [email])))],
    subkeys: distinctSubkeys(subkeys, keyPacket.getKeyID().toHex().toUpperCase()),
    raw_key: armored,
  };
}

/** Removes repeated subkeys, and subkeys equal to the primary key. */
function distinctSubkeys(subkeys: readonly KeyContent[], primaryKeyId: string): KeyContent[] {
  const firstById = new Map(subkeys.toReversed().map((subkey) => [subkey.key_id, subkey]));
  return subkeys.filter((subkey) => subkey.key_id !== primaryKeyId && firstById.get(subkey.key_id) === subkey);
}

function identityOf({ PacketList }: OpenPgp, packet: AnyKeyPacket) {
  const packets = new PacketList<AnyKeyPacket>();
  packets.push(packet);
  return {
    key_id: packet.getKeyID().toHex().toUpperCase(),
    public_key: Buffer.from(packets.write()).toString("base64"),
    created_at: timestamp(packet.created),
  };
}

interface CertifiedUser {
  readonly email: string;
  readonly certification: SignaturePacket;
  readonly revoked: boolean;
}

async function readUser({ enums: { signature } }: OpenPgp, user: User): Promise<CertifiedUser | undefined> {
  if (!user.userID) return undefined;
  const key = user.mainKey.keyPacket;
  const signedData = { userID: user.userID, key };
  const certification = await newestValid(user.selfCertifications, key, signature.certGeneric, signedData);
  if (!certification) return undefined;
  const revocation = await newestValid(user.revocationSignatures, key, signature.certRevocation, signedData);
  // A revoked user id can have been certified again.
  const revoked = revocation !== undefined && createdAt(revocation) >= createdAt(certification);
  return { email: user.userID.email, certification, revoked };
}

/** Returns the primary user id: prefers one that isn't revoked, then one marked as primary, then the newest. */
function mainUser(users: readonly CertifiedUser[]): CertifiedUser | undefined {
  return users.toSorted(
    (a, b) =>
      Number(a.revoked) - Number(b.revoked) ||
      Number(b.certification.isPrimaryUserID ?? false) - Number(a.certification.isPrimaryUserID ?? false) ||
      createdAt(b.certification) - createdAt(a.certification),
  )[0];
}

async function readSubkey(openpgp: OpenPgp, subkey: Subkey): Promise<KeyContent | undefined> {
  const { signature } = openpgp.enums;
  const { keyPacket, bindingSignatures, revocationSignatures } = subkey;
  const primary = subkey.mainKey.keyPacket;
  const signedData = { key: primary, bind: keyPacket };
  const binding = await newestValid(bindingSignatures, primary, signature.subkeyBinding, signedData);
  if (!binding) return undefined;
  const revocation = await newestValid(revocationSignatures, primary, signature.subkeyRevocation, signedData);
  const uses = keyUsesOf(openpgp, keyPacket, binding.keyFlags, false);
  // A signing subkey must sign its binding to the primary key. Otherwise anyone could claim another key's signatures.
  const bindingSignaturesBySubkey = uses.can_sign && binding.embeddedSignature ? [binding.embeddedSignature] : [];
  const bindingBySubkey = await newestValid(bindingSignaturesBySubkey, keyPacket, signature.keyBinding, signedData);
  return {
    ...identityOf(openpgp, keyPacket),
    ...uses,
    can_sign: bindingBySubkey !== undefined,
    expires_at: expiryOf(keyPacket, [binding]),
    revoked: revocation !== undefined,
  };
}
