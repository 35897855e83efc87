// A text under a key that comes from a passphrase: PBKDF2 with SHA-256 makes the key slow to guess, AES-GCM makes a text that
// was changed, or put in another's place, one that doesn't open.

/** What a key is made with, beside the passphrase. Neither is a secret. */
export interface KeyRecipe {
  /** Base64. */
  readonly salt: string;
  readonly iterations: number;
}

/** A sealed text, in Base64. */
export interface Sealed {
  readonly iv: string;
  readonly data: string;
}

/** How slow guessing is to be made: a moment for whoever knows the passphrase. */
const ITERATIONS = 600_000;

/** It doesn't open: another key, or not what was sealed. */
export class NotOpened extends Error {
  override name = "NotOpened" as const;
}

/** A recipe of its own for each passphrase. */
export function newRecipe(iterations = ITERATIONS): KeyRecipe {
  return { salt: toBase64(crypto.getRandomValues(new Uint8Array(16))), iterations };
}

/** The key of a passphrase, in Base64: 256 bits. */
export async function deriveKey(passphrase: string, { salt, iterations }: KeyRecipe): Promise<string> {
  // However a keyboard makes a letter with an accent, it is that letter.
  const text = new TextEncoder().encode(passphrase.normalize("NFKC"));
  const material = await crypto.subtle.importKey("raw", text, "PBKDF2", false, ["deriveBits"]);
  const recipe = { name: "PBKDF2", hash: "SHA-256", salt: fromBase64(salt), iterations };
  return toBase64(new Uint8Array(await crypto.subtle.deriveBits(recipe, material, 256)));
}

/** Seals a text. @param about what it belongs to: it opens for nothing else */
export async function seal(key: string, text: string, about: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(cipher(iv, about), await imported(key), new TextEncoder().encode(text));
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) };
}

/** Opens what was sealed. @throws NotOpened */
export async function open(key: string, { iv, data }: Sealed, about: string): Promise<string> {
  try {
    const opened = await crypto.subtle.decrypt(cipher(fromBase64(iv), about), await imported(key), fromBase64(data));
    return new TextDecoder().decode(opened);
  } catch (error) {
    throw new NotOpened("Another key, or not what was sealed.", { cause: error });
  }
}

const cipher = (iv: Uint8Array<ArrayBuffer>, about: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(about),
});

function imported(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", fromBase64(key), "AES-GCM", false, ["encrypt", "decrypt"]);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
