import * as z from "zod/mini";
import type { GpgKeyContent, KeyContent } from "../gpg/key.ts";
import { type Database, flag, json, type PageRange, queryPage, type RowPage } from "./database.ts";

export const GPG_KEY_TABLES = `
CREATE TABLE gpg_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  primary_key_id INTEGER REFERENCES gpg_keys ON DELETE CASCADE, name TEXT, key_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL, emails TEXT NOT NULL, can_sign INTEGER NOT NULL, can_encrypt_comms INTEGER NOT NULL,
  can_encrypt_storage INTEGER NOT NULL, can_certify INTEGER NOT NULL, created_at TEXT NOT NULL, expires_at TEXT,
  revoked INTEGER NOT NULL, raw_key TEXT
) STRICT;
CREATE INDEX gpg_keys_of_user ON gpg_keys (user_id, primary_key_id, id);
CREATE INDEX gpg_subkeys ON gpg_keys (primary_key_id, id);
`;

/** A key or a subkey. */
export const GpgKey = z.object({
  id: z.int(),
  user_id: z.int(),
  /** The id of a subkey's primary key. */
  primary_key_id: z.nullable(z.int()),
  name: z.nullable(z.string()),
  key_id: z.string(),
  public_key: z.string(),
  emails: json(z.array(z.string())),
  can_sign: flag(),
  can_encrypt_comms: flag(),
  can_encrypt_storage: flag(),
  can_certify: flag(),
  /** The time when it was added. */
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
  revoked: flag(),
  raw_key: z.nullable(z.string()),
});
export type GpgKey = z.output<typeof GpgKey>;

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
    const id = insertKey(db, content, { ...content, user_id: userId, primary_key_id: null, name, created_at: now });
    for (const subkey of content.subkeys) {
      const subkeyFields = {
        emails: [],
        raw_key: null,
        user_id: userId,
        primary_key_id: id,
        name: null,
        created_at: now,
      };
      insertKey(db, subkey, subkeyFields);
    }
    return id;
  });
}

function insertKey(
  db: Database,
  content: KeyContent,
  row: {
    readonly emails: readonly string[];
    readonly raw_key: string | null;
  } & Pick<GpgKey, "user_id" | "primary_key_id" | "name" | "created_at">,
): number {
  const { id } = db.run(
    `INSERT INTO gpg_keys (user_id, primary_key_id, name, key_id, public_key, emails, can_sign, can_encrypt_comms,
       can_encrypt_storage, can_certify, created_at, expires_at, revoked, raw_key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[row.user_id, row.primary_key_id, row.name, content.key_id, content.public_key, JSON.stringify(row.emails)],
    ...[Number(content.can_sign), Number(content.can_encrypt_comms), Number(content.can_encrypt_storage)],
    ...[Number(content.can_certify), row.created_at, content.expires_at, Number(content.revoked), row.raw_key],
  );
  return id;
}

/** Returns those of these key ids that are already stored, as keys or subkeys. */
export function knownKeyIds(db: Database, keyIds: readonly string[]): string[] {
  const sql = "SELECT key_id FROM gpg_keys WHERE key_id IN (SELECT value FROM json_each(?)) ORDER BY id";
  return db.all(z.object({ key_id: z.string() }), sql, JSON.stringify(keyIds)).map(({ key_id }) => key_id);
}

/** Finds a user's key. Subkeys aren't found: they are read with their primary key. */
export function findGpgKey(db: Database, userId: number, id: number): GpgKey | undefined {
  return db.get(GpgKey, "SELECT * FROM gpg_keys WHERE id = ? AND user_id = ? AND primary_key_id IS NULL", id, userId);
}

export function gpgKeysOf(db: Database, userId: number, pageRange: PageRange): RowPage<GpgKey> {
  const query = "* FROM gpg_keys WHERE user_id = ? AND primary_key_id IS NULL ORDER BY id";
  return queryPage(db, GpgKey, query, [userId], pageRange);
}

export function subkeysOf(db: Database, primaryKeyId: number): GpgKey[] {
  return db.all(GpgKey, "SELECT * FROM gpg_keys WHERE primary_key_id = ? ORDER BY id", primaryKeyId);
}

/** Deletes a key with its subkeys. */
export function deleteGpgKey(db: Database, key: GpgKey): void {
  db.run("DELETE FROM gpg_keys WHERE id = ?", key.id);
}
