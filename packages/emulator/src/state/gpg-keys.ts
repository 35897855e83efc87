import * as z from "zod/mini";
import type { GpgKeyContent } from "../gpg/key.ts";
import { flag, json, nullable, type RowOf, reference, row, rowId, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/** A key or a subkey. */
export const gpgKeys = table(
  "gpg_keys",
  {
    id: rowId(),
    user_id: reference("accounts"),
    /** The id of a subkey's primary key. */
    primary_key_id: nullable(reference("gpg_keys")),
    name: nullable(text()),
    key_id: text(),
    public_key: text(),
    emails: json(z.array(z.string())),
    can_sign: flag(),
    can_encrypt_comms: flag(),
    can_encrypt_storage: flag(),
    can_certify: flag(),
    /** The time when it was added. */
    created_at: text(),
    expires_at: nullable(text()),
    revoked: flag(),
    raw_key: nullable(text()),
  },
  {
    unique: [["key_id"]],
    indexes: { gpg_keys_of_user: "user_id, primary_key_id, id", gpg_subkeys: "primary_key_id, id" },
  },
);
export type GpgKey = RowOf<typeof gpgKeys>;

/**
 * Stores a key with its subkeys.
 * @returns the key's id
 */
export function addGpgKey(
  db: Database,
  userId: number,
  name: string | null,
  content: GpgKeyContent,
  now: string,
): number {
  return db.transaction(() => {
    const { subkeys, emails, ...primary } = content;
    const { id } = gpgKeys.insert(db, { ...primary, emails: [...emails], user_id: userId, name, created_at: now });
    for (const subkey of subkeys)
      gpgKeys.insert(db, { ...subkey, emails: [], user_id: userId, primary_key_id: id, created_at: now });
    return id;
  });
}

/** Returns those of these key ids that are already stored, as keys or subkeys. */
export function knownKeyIds(db: Database, keyIds: readonly string[]): string[] {
  const sql = "SELECT key_id FROM gpg_keys WHERE key_id IN (SELECT value FROM json_each(?)) ORDER BY id";
  return db.all(row({ key_id: text() }), sql, JSON.stringify(keyIds)).map(({ key_id }) => key_id);
}
