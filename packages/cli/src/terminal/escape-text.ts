/**
 * Characters that control a terminal or change the order or visibility of others: control and formatting characters
 * (except the joiner of emoji), line separators, and halves of surrogate pairs.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/gu;

/** Escapes what could control the terminal, so that nothing from the service can. A line break is escaped, too. */
export function escapeText(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Serializes a value as JSON in which everything that could control a terminal is escaped. */
export function toSafeJson(value: unknown): string {
  const lines = JSON.stringify(value, undefined, 2).split("\n");
  return lines.map((line) => line.replace(UNSAFE, escapeUnits)).join("\n");
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}
