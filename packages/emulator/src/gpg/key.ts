import type { AnyKeyPacket, Key, SignaturePacket, Subkey, User } from "openpgp";
import { timestamp } from "../timestamp.ts";
import { loadOpenPgp, type OpenPgp } from "./openpgp.ts";
import { directSignatures, expiryOf, madeAt, newestValid } from "./signatures.ts";
import { type KeyUses, usesOf } from "./uses.ts";

/** What lies in a key, primary or not (document 3, GPG key). */
export interface KeyContent extends KeyUses {
  /** 16 hexadecimal digits. */
  readonly key_id: string;
  /** The key's packet in base64, of no use to GPG programs. */
  readonly public_key: string;
  readonly created_at: string;
  /** Null for a key that never expires. */
  readonly expires_at: string | null;
  readonly revoked: boolean;
}

/** A whole public key: the primary key, whom it is for, its subkeys. */
export interface GpgKeyContent extends KeyContent {
  /** The addresses in its user ids, each once. */
  readonly emails: readonly string[];
  readonly subkeys: readonly KeyContent[];
  /** The text that it was read from. */
  readonly raw_key: string;
}

const REASONS = {
  "not-armored": "This is no ASCII-armored public key: it would begin with -----BEGIN PGP PUBLIC KEY BLOCK-----.",
  "private-key": "This is a private key. Never upload it: add the public key, as gpg --armor --export writes it.",
  "several-keys": "This holds several keys. Add them one at a time.",
  unsupported: "This key has a version or an algorithm that is not supported.",
  broken: "This key is damaged, or is not signed by itself.",
} as const;

/** Why a text is not taken for a key. */
export class UnreadableGpgKey extends Error {
  override name = "UnreadableGpgKey" as const;
  readonly reason: keyof typeof REASONS;

  constructor(reason: keyof typeof REASONS) {
    super(REASONS[reason]);
    this.reason = reason;
  }
}

/**
 * Reads an ASCII-armored public key. User ids and subkeys that the key itself has not signed are left out: anybody can put
 * them there. So are user ids that were revoked, and subkeys of an unknown algorithm.
 * @throws UnreadableGpgKey
 */
export async function readGpgKey(armored: string): Promise<GpgKeyContent> {
  const blocks = [...armored.matchAll(/^-----BEGIN PGP ([^\r\n]+)-----[ \t]*\r?$/gm)].map(([, type = ""]) => type);
  if (blocks.some((type) => /(PRIVATE|SECRET) KEY/.test(type))) throw new UnreadableGpgKey("private-key");
  if (blocks.length === 0 || blocks.some((type) => type !== "PUBLIC KEY BLOCK")) {
    throw new UnreadableGpgKey("not-armored");
  }
  if (blocks.length > 1) throw new UnreadableGpgKey("several-keys");
  const openpgp = await loadOpenPgp();
  const [key, ...others] = await parse(openpgp, armored);
  if (others.length > 0) throw new UnreadableGpgKey("several-keys");
  if (!key) throw new UnreadableGpgKey("broken");
  if (key.isPrivate()) throw new UnreadableGpgKey("private-key");
  return describe(openpgp, key, armored);
}

async function parse(openpgp: OpenPgp, armoredKeys: string): Promise<Key[]> {
  try {
    return await openpgp.readKeys({ armoredKeys });
  } catch {
    // A primary key of an unknown kind was passed over: asked to be strict, the library says so.
    const strict = openpgp.readKeys({ armoredKeys, config: { ignoreUnsupportedPackets: false } });
    const cause = await strict.catch((error: unknown) => error);
    const isUnsupported = cause instanceof Error && cause.name === "UnsupportedError";
    throw new UnreadableGpgKey(isUnsupported ? "unsupported" : "broken");
  }
}

async function describe(openpgp: OpenPgp, key: Key, armored: string): Promise<GpgKeyContent> {
  const { signature } = openpgp.enums;
  const { keyPacket } = key;
  const about = { key: keyPacket };
  const users = (await Promise.all(key.users.map((user) => readUser(openpgp, user)))).filter(
    (found) => found !== undefined,
  );
  const subkeys = (await Promise.all(key.subkeys.map((subkey) => readSubkey(openpgp, subkey)))).filter(
    (found) => found !== undefined,
  );
  const direct = await newestValid(directSignatures(openpgp, key), keyPacket, signature.key, about);
  const revocation = await newestValid(key.revocationSignatures, keyPacket, signature.keyRevocation, about);
  // Version 6 says what a key is for in a signature of the key itself, version 4 in that of its main user.
  const self = keyPacket.version === 6 ? direct : (mainUser(users)?.certification ?? direct);
  if (!self) throw new UnreadableGpgKey("broken");
  return {
    ...identityOf(openpgp, keyPacket),
    ...usesOf(openpgp, keyPacket, self.keyFlags, true),
    expires_at: expiryOf(keyPacket, [self, direct]),
    revoked: revocation !== undefined,
    emails: [...new Set(users.flatMap(({ email, revoked }) => (revoked || email === "" ? [] : [email])))],
    subkeys: distinct(subkeys, keyPacket.getKeyID().toHex().toUpperCase()),
    raw_key: armored,
  };
}

/** Each subkey once, and the primary key not again: a block can say the same key twice. */
function distinct(subkeys: readonly KeyContent[], primaryKeyId: string): KeyContent[] {
  const first = new Map(subkeys.toReversed().map((subkey) => [subkey.key_id, subkey]));
  return subkeys.filter((subkey) => subkey.key_id !== primaryKeyId && first.get(subkey.key_id) === subkey);
}

function identityOf({ PacketList }: OpenPgp, packet: AnyKeyPacket) {
  const alone = new PacketList<AnyKeyPacket>();
  alone.push(packet);
  return {
    key_id: packet.getKeyID().toHex().toUpperCase(),
    public_key: Buffer.from(alone.write()).toString("base64"),
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
  const about = { userID: user.userID, key };
  const certification = await newestValid(user.selfCertifications, key, signature.certGeneric, about);
  if (!certification) return undefined;
  const revocation = await newestValid(user.revocationSignatures, key, signature.certRevocation, about);
  // Who was taken out may have been let in again.
  const revoked = revocation !== undefined && madeAt(revocation) >= madeAt(certification);
  return { email: user.userID.email, certification, revoked };
}

/** The user whose certification speaks for the key: one that is not revoked, then one marked as primary, then the newest. */
function mainUser(users: readonly CertifiedUser[]): CertifiedUser | undefined {
  return users.toSorted(
    (a, b) =>
      Number(a.revoked) - Number(b.revoked) ||
      Number(b.certification.isPrimaryUserID ?? false) - Number(a.certification.isPrimaryUserID ?? false) ||
      madeAt(b.certification) - madeAt(a.certification),
  )[0];
}

async function readSubkey(openpgp: OpenPgp, subkey: Subkey): Promise<KeyContent | undefined> {
  const { signature } = openpgp.enums;
  const { keyPacket, bindingSignatures, revocationSignatures } = subkey;
  const primary = subkey.mainKey.keyPacket;
  const about = { key: primary, bind: keyPacket };
  const binding = await newestValid(bindingSignatures, primary, signature.subkeyBinding, about);
  if (!binding) return undefined;
  const revocation = await newestValid(revocationSignatures, primary, signature.subkeyRevocation, about);
  const uses = usesOf(openpgp, keyPacket, binding.keyFlags, false);
  // A subkey that signs has to agree to its binding, or anybody could claim another's signatures.
  const agreements = uses.can_sign && binding.embeddedSignature ? [binding.embeddedSignature] : [];
  const agreement = await newestValid(agreements, keyPacket, signature.keyBinding, about);
  return {
    ...identityOf(openpgp, keyPacket),
    ...uses,
    can_sign: agreement !== undefined,
    expires_at: expiryOf(keyPacket, [binding]),
    revoked: revocation !== undefined,
  };
}
