const HYPHEN = 45;

/**
 * Writes a UUID as 16 bytes.
 * @returns false for any other text, including upper-case UUIDs, which would not be restored exactly
 */
export function writeUuid(text: string, into: DataView, offset = 0): boolean {
  if (text.length !== 36) return false;
  let word = 0;
  let digits = 0;
  for (let at = 0; at < 36; at += 1) {
    const code = text.charCodeAt(at);
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== HYPHEN) return false;
      continue;
    }
    const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : undefined;
    if (digit === undefined) return false;
    word = (word << 4) | digit;
    digits += 1;
    if (digits % 8 === 0) into.setUint32(offset + digits / 2 - 4, word);
  }
  return true;
}

/** Reads a UUID from its 16 bytes. */
export function readUuid(from: DataView, offset = 0): string {
  const hex = [0, 4, 8, 12]
    .map((at) =>
      from
        .getUint32(offset + at)
        .toString(16)
        .padStart(8, "0"),
    )
    .join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
