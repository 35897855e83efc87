import { blake2b } from "@noble/hashes/blake2.js";
import nacl from "tweetnacl";
import { InputError } from "./errors.ts";

/**
 * Encrypts a secret for a public key as a libsodium sealed box, as GitHub requires for secrets.
 * @param secret a string, encrypted as UTF-8, or bytes
 * @param publicKey 32 bytes in base64, as the public-key operations return them
 * @returns base64, for `encrypted_value`
 * @throws InputError if the secret or the key is invalid; the message repeats neither
 * @see https://docs.github.com/en/rest/guides/encrypting-secrets-for-the-rest-api
 */
export function sealSecret(secret: string | Uint8Array, publicKey: string): string {
  if (typeof secret !== "string" && !(secret instanceof Uint8Array)) {
    throw new InputError("The secret must be a string or a Uint8Array.", { field: "secret" });
  }
  const recipientKey = fromBase64(publicKey);
  if (recipientKey?.length !== nacl.box.publicKeyLength) {
    throw new InputError("The public key must be 32 bytes in base64.", { field: "publicKey" });
  }
  const message = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  const ephemeral = nacl.box.keyPair();
  // With a point of low order, the shared key is the same for everyone, and anyone could open the box.
  if (nacl.scalarMult(ephemeral.secretKey, recipientKey).every((byte) => byte === 0)) {
    throw new InputError(
      "The public key must not be a point of low order, which would let anyone decrypt the secret.",
      {
        field: "publicKey",
      },
    );
  }
  const nonce = blake2b(concat(ephemeral.publicKey, recipientKey), { dkLen: nacl.box.nonceLength });
  const ciphertext = nacl.box(message, nonce, recipientKey, ephemeral.secretKey);
  ephemeral.secretKey.fill(0);
  return btoa(Array.from(concat(ephemeral.publicKey, ciphertext), (byte) => String.fromCharCode(byte)).join(""));
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
