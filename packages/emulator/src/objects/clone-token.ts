import type { Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { hmacOf, roundedExpiry } from "../state/link-signing.ts";
import type { Repository } from "../state/repositories.ts";

/** Characters of the tokens: base32. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const LIFETIME_SECONDS = 3600;

/**
 * Returns the caller's `temp_clone_token` of a repository: null without a token, empty for a public repository, which
 * can be cloned without it (source: published responses).
 */
export function cloneTokenFor({ db, now }: EmulatorContext, repository: Repository, { token }: Caller): string | null {
  if (!token) return null;
  if (!repository.private) return "";
  const owner = [token.user_id ?? 0, token.installation_id ?? 0];
  const mark = hmacOf(db, "clone", repository.id, ...owner, roundedExpiry(now(), LIFETIME_SECONDS));
  return `A${Array.from(mark, (character) => ALPHABET[character.charCodeAt(0) % ALPHABET.length]).join("")}`;
}
