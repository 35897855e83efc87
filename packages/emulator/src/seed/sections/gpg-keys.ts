import * as z from "zod/mini";
import { type GpgKeyContent, readGpgKey, UnreadableGpgKey } from "../../gpg/key.ts";
import type { Account } from "../../state/accounts.ts";
import { addGpgKey } from "../../state/gpg-keys.ts";
import type { KnownKeys } from "../planting.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const GpgKeys = z.array(
  z.strictObject({ name: z.optional(z.string()), key: z.string(), created: z.optional(SeedTime) }),
);

/**
 * Reads the keys of a seed's users: that takes a while each, which planting does not wait for.
 * @throws SeedProblem on a text that is no public key
 */
export async function readSeedKeys(users: Readonly<Record<string, object>>): Promise<KnownKeys> {
  const known = new Map<string, GpgKeyContent>();
  for (const [login, user] of Object.entries(users)) {
    const keys = "gpg_keys" in user ? z.parse(GpgKeys, user.gpg_keys) : [];
    for (const [index, { key }] of keys.entries()) {
      const content = await readGpgKey(key).catch((error: unknown) => {
        if (!(error instanceof UnreadableGpgKey)) throw error;
        throw new SeedProblem(["users", login, "gpg_keys", index, "key"], `is no public key: ${error.message}`);
      });
      known.set(key, content);
    }
  }
  return known;
}

/** A user's GPG keys, ASCII-armored. */
export const gpgKeys = section(GpgKeys, (planting, user: Account, keys) => {
  for (const { name, key, created } of keys) {
    const content = planting.gpgKeys.get(key);
    if (content) addGpgKey(planting.db, user.id, name ?? null, content, planting.at(created));
  }
});
