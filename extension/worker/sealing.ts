// Encrypts texts with a key that is derived from a passphrase: PBKDF2 with SHA-256 slows down guessing, AES-GCM detects
// texts that were changed or moved to another context.

/** Parameters of the key derivation. They are not secret. */
export interface KeyParams {
  /** Base64. */
  readonly salt: string;
  readonly iterations: number;
}

/** An encrypted text, in Base64. */
export interface SealedText {
  readonly iv: string;
  readonly data: string;
}

/** Number of PBKDF2 iterations. It slows down guessing, while unlocking is still fast enough. */
const DEFAULT_ITERATIONS = 600_000;

/** Thrown when a text cannot be decrypted: wrong key, wrong context or changed data. */
export class UnsealError extends Error {
  override name = "UnsealError" as const;
}

/** Creates parameters with a random salt. */
export function createKeyParams(iterations = DEFAULT_ITERATIONS): KeyParams {
  return { salt: toBase64(crypto.getRandomValues(new Uint8Array(16))), iterations };
}

/** Derives a 256-bit key from a passphrase, in Base64. */
export async function deriveKey(passphrase: string, { salt, iterations }: KeyParams): Promise<string> {
  // Keyboards encode accented letters differently, so the passphrase is normalized.
  const text = new TextEncoder().encode(passphrase.normalize("NFKC"));
  const material = await crypto.subtle.importKey("raw", text, "PBKDF2", false, ["deriveBits"]);
  const params = { name: "PBKDF2", hash: "SHA-256", salt: fromBase64(salt), iterations };
  return toBase64(new Uint8Array(await crypto.subtle.deriveBits(params, material, 256)));
}

/**
 * Encrypts a text.
 * @param context authenticated with the text: unsealing requires the same value
 */
export async function seal(key: string, text: string, context: string): Promise<SealedText> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(cipher(iv, context), await importKey(key), new TextEncoder().encode(text));
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) };
}

/**
 * Decrypts a text.
 * @throws UnsealError
 */
export async function unseal(key: string, { iv, data }: SealedText, context: string): Promise<string> {
  try {
    const plaintext = await crypto.subtle.decrypt(
      cipher(fromBase64(iv), context),
      await importKey(key),
      fromBase64(data),
    );
    return new TextDecoder().decode(plaintext);
  } catch (error) {
    throw new UnsealError("The text could not be decrypted: the key or context is wrong, or the data was changed.", {
      cause: error,
    });
  }
}

const cipher = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(context),
});

function importKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", fromBase64(key), "AES-GCM", false, ["encrypt", "decrypt"]);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
