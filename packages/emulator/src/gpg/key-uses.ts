import type { AnyKeyPacket } from "openpgp";
import type { OpenPgp } from "./openpgp.ts";

/** The operations a key can be used for. */
export interface KeyUses {
  readonly can_sign: boolean;
  readonly can_encrypt_comms: boolean;
  readonly can_encrypt_storage: boolean;
  readonly can_certify: boolean;
}

/**
 * Returns the uses that a key's flags allow and its algorithm supports. A key without flags has all uses of its
 * algorithm, but only a primary key can then certify.
 */
export function keyUsesOf(
  { enums }: OpenPgp,
  { algorithm }: AnyKeyPacket,
  flags: Uint8Array | null,
  isPrimary: boolean,
): KeyUses {
  const { rsaEncryptSign, rsaEncrypt, elgamal, ecdh, x25519, x448, pqc_mlkem_x25519 } = enums.publicKey;
  const canOnlyEncrypt = [rsaEncrypt, elgamal, ecdh, x25519, x448, pqc_mlkem_x25519].includes(algorithm);
  const canEncrypt = canOnlyEncrypt || algorithm === rsaEncryptSign;
  const isAllowed = (flag: number) => flags === null || ((flags[0] ?? 0) & flag) !== 0;
  const { signData, encryptCommunication, encryptStorage, certifyKeys } = enums.keyFlags;
  return {
    can_sign: !canOnlyEncrypt && isAllowed(signData),
    can_encrypt_comms: canEncrypt && isAllowed(encryptCommunication),
    can_encrypt_storage: canEncrypt && isAllowed(encryptStorage),
    can_certify: !canOnlyEncrypt && isAllowed(certifyKeys) && (isPrimary || flags !== null),
  };
}
