import type { AnyKeyPacket, Key, SignaturePacket } from "openpgp";
import { timestamp } from "../timestamp.ts";
import type { OpenPgp } from "./openpgp.ts";

/** The newest of these signatures that holds. Each is checked as of its own day, so that the answer is always the same. */
export async function newestValid(
  signatures: readonly SignaturePacket[],
  by: AnyKeyPacket,
  type: Parameters<SignaturePacket["verify"]>[1],
  data: object,
): Promise<SignaturePacket | undefined> {
  for (const signature of signatures.toSorted((a, b) => madeAt(b) - madeAt(a))) {
    const verified = signature.verify(by, type, data, signature.created ?? undefined);
    if (await verified.then(() => true).catch(() => false)) return signature;
  }
  return undefined;
}

export function madeAt({ created }: SignaturePacket): number {
  return created?.getTime() ?? 0;
}

/** A key's signatures about itself, which the library keeps but doesn't show. */
export function directSignatures({ SignaturePacket, enums }: OpenPgp, key: Key): SignaturePacket[] {
  return key
    .toPacketList()
    .flatMap((packet) =>
      packet instanceof SignaturePacket && packet.signatureType === enums.signature.key ? [packet] : [],
    );
}

/** When a key ends, by what these signatures say of it and by when they end themselves; null for never. */
export function expiryOf(key: AnyKeyPacket, signatures: readonly (SignaturePacket | undefined)[]): string | null {
  const ends = signatures.flatMap((signature) => {
    if (!signature) return [];
    const { keyNeverExpires, keyExpirationTime, signatureNeverExpires, signatureExpirationTime } = signature;
    return [
      ...(keyNeverExpires === false && keyExpirationTime ? [key.created.getTime() + keyExpirationTime * 1000] : []),
      ...(!signatureNeverExpires && signatureExpirationTime
        ? [madeAt(signature) + signatureExpirationTime * 1000]
        : []),
    ];
  });
  return ends.length > 0 ? timestamp(new Date(Math.min(...ends))) : null;
}
