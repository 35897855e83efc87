import { blake2b } from "@noble/hashes/blake2.js";
import nacl from "tweetnacl";
import type { SealKey } from "./state/secrets.ts";

/**
 * Opens a sealed box.
 * @returns undefined if it was sealed for another key or is malformed
 */
export function openSealed(sealed: string, key: SealKey): Uint8Array | undefined {
  const bytes = new Uint8Array(Buffer.from(sealed, "base64"));
  const [publicKey, privateKey] = [key.public, key.private].map((text) => new Uint8Array(Buffer.from(text, "base64")));
  if (!publicKey || !privateKey || bytes.length < nacl.box.publicKeyLength) return undefined;
  const sender = bytes.subarray(0, nacl.box.publicKeyLength);
  const nonce = blake2b(Buffer.concat([sender, publicKey]), { dkLen: nacl.box.nonceLength });
  return nacl.box.open(bytes.subarray(nacl.box.publicKeyLength), nonce, sender, privateKey) ?? undefined;
}
