import * as z from "zod/mini";
import { type GpgKeyContent, InvalidGpgKeyError, parseGpgKey } from "../../gpg/key.ts";
import type { Account } from "../../state/accounts.ts";
import { addGpgKey } from "../../state/gpg-keys.ts";
import { listSection } from "../define-section.ts";
import type { ParsedGpgKeys } from "../seed-context.ts";
import { SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

const GpgKey = z.strictObject({ name: z.optional(z.string()), key: z.string(), created: z.optional(SeedTime) });

/**
 * Parses the GPG keys of a seed's users. Parsing is asynchronous, so it happens before the seed is inserted in one
 * transaction.
 * @throws SeedError if a text is not a public key
 */
export async function parseSeedKeys(users: Readonly<Record<string, object>>): Promise<ParsedGpgKeys> {
  const parsedKeys = new Map<string, GpgKeyContent>();
  for (const [login, user] of Object.entries(users)) {
    const keys = "gpg_keys" in user ? z.parse(z.array(GpgKey), user.gpg_keys) : [];
    for (const [index, { key }] of keys.entries()) {
      const content = await parseGpgKey(key).catch((error: unknown) => {
        if (!(error instanceof InvalidGpgKeyError)) throw error;
        throw new SeedError(["users", login, "gpg_keys", index, "key"], `must be a public key: ${error.message}`);
      });
      parsedKeys.set(key, content);
    }
  }
  return parsedKeys;
}

/** Inserts a user's ASCII-armored GPG keys. */
export const gpgKeys = listSection(GpgKey, (context, user: Account, { name, key, created }) => {
  const content = context.gpgKeys.get(key);
  if (content) addGpgKey(context.db, user.id, name ?? null, content, context.toTimestamp(created));
});
