/** Replaces secrets in texts. */
export const REPLACEMENT = "[secret]";

/** Tokens of any account, by their prefixes, and JWTs. */
const ANY_TOKEN = /(?:gh[pousr]|github_pat)_[\w-]{16,}(?:\.[\w-]{16,})*|ey[\w-]{9,999}\.ey[\w-]+\.[\w-]+/gi;

/** Replaces what looks like a token, and removes the invisible characters that could split one. */
export function redactTokens(text: string): string {
  return text.replace(/\p{Cf}/gu, "").replace(ANY_TOKEN, REPLACEMENT);
}
