import type { AnyKeyPacket } from "openpgp";
import type { OpenPgp } from "./openpgp.ts";

/** What a key may be used for. */
export interface KeyUses {
  readonly can_sign: boolean;
  readonly can_encrypt_comms: boolean;
  readonly can_encrypt_storage: boolean;
  readonly can_certify: boolean;
}

/**
 * What a key's flags allow, as far as its algorithm can. A key without flags may do all that its algorithm can, but only a
 * primary key vouches for others then.
 */
export function usesOf(
  { enums }: OpenPgp,
  { algorithm }: AnyKeyPacket,
  flags: Uint8Array | null,
  isPrimary: boolean,
): KeyUses {
  const { rsaEncryptSign, rsaEncrypt, elgamal, ecdh, x25519, x448, pqc_mlkem_x25519 } = enums.publicKey;
  const onlyEncrypts = [rsaEncrypt, elgamal, ecdh, x25519, x448, pqc_mlkem_x25519].includes(algorithm);
  const encrypts = onlyEncrypts || algorithm === rsaEncryptSign;
  const allows = (flag: number) => flags === null || ((flags[0] ?? 0) & flag) !== 0;
  const { signData, encryptCommunication, encryptStorage, certifyKeys } = enums.keyFlags;
  return {
    can_sign: !onlyEncrypts && allows(signData),
    can_encrypt_comms: encrypts && allows(encryptCommunication),
    can_encrypt_storage: encrypts && allows(encryptStorage),
    can_certify: !onlyEncrypts && allows(certifyKeys) && (isPrimary || flags !== null),
  };
}
