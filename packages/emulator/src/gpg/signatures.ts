import type { AnyKeyPacket, Key, SignaturePacket } from "openpgp";
import { timestamp } from "../timestamp.ts";
import type { OpenPgp } from "./openpgp.ts";

/**
 * Returns the newest valid signature. Each is verified as of its creation time, so that the result doesn't depend on
 * the current time.
 */
export async function newestValid(
  signatures: readonly SignaturePacket[],
  signer: AnyKeyPacket,
  type: Parameters<SignaturePacket["verify"]>[1],
  data: object,
): Promise<SignaturePacket | undefined> {
  for (const signature of signatures.toSorted((a, b) => createdAt(b) - createdAt(a))) {
    const verified = signature.verify(signer, type, data, signature.created ?? undefined);
    if (await verified.then(() => true).catch(() => false)) return signature;
  }
  return undefined;
}

export function createdAt({ created }: SignaturePacket): number {
  return created?.getTime() ?? 0;
}

/** Returns a key's direct key signatures, which the library has no property for. */
export function directSignatures({ SignaturePacket, enums }: OpenPgp, key: Key): SignaturePacket[] {
  return key
    .toPacketList()
    .flatMap((packet) =>
      packet instanceof SignaturePacket && packet.signatureType === enums.signature.key ? [packet] : [],
    );
}

/** Returns the time when a key expires, according to these signatures and their own expiry; null if it never does. */
export function expiryOf(key: AnyKeyPacket, signatures: readonly (SignaturePacket | undefined)[]): string | null {
  const expiryTimes = signatures.flatMap((signature) => {
    if (!signature) return [];
    const { keyNeverExpires, keyExpirationTime, signatureNeverExpires, signatureExpirationTime } = signature;
    return [
      ...(keyNeverExpires === false && keyExpirationTime ? [key.created.getTime() + keyExpirationTime * 1000] : []),
      ...(!signatureNeverExpires && signatureExpirationTime
        ? [createdAt(signature) + signatureExpirationTime * 1000]
        : []),
    ];
  });
  return expiryTimes.length > 0 ? timestamp(new Date(Math.min(...expiryTimes))) : null;
}
