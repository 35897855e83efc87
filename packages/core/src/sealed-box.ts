import { blake2b } from "@noble/hashes/blake2.js";
import nacl from "tweetnacl";
import { InputError } from "./errors.ts";

/**
 * Seals a secret for the service's public key: the sealed box of the sodium family, which only the key's holder opens.
 * @param secret text, sealed as UTF-8, or bytes
 * @param publicKey 32 bytes in base64, as the public-key operations answer them (document 2, Updater secrets)
 * @returns base64, for `encrypted_value`
 * @throws InputError on a secret that is neither, or a key that is not 32 bytes in base64; the message repeats neither
 */
export function sealSecret(secret: string | Uint8Array, publicKey: string): string {
  if (typeof secret !== "string" && !(secret instanceof Uint8Array)) {
    throw new InputError("The secret is text or bytes.", { field: "secret" });
  }
  const receiver = fromBase64(publicKey);
  if (receiver?.length !== nacl.box.publicKeyLength) {
    throw new InputError("The public key is not 32 bytes in base64.", { field: "publicKey" });
  }
  const message = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  const sender = nacl.box.keyPair();
  const nonce = blake2b(concat(sender.publicKey, receiver), { dkLen: nacl.box.nonceLength });
  const box = nacl.box(message, nonce, receiver, sender.secretKey);
  sender.secretKey.fill(0);
  return btoa(Array.from(concat(sender.publicKey, box), (byte) => String.fromCharCode(byte)).join(""));
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
