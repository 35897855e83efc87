import { randomBytes } from "node:crypto";
import nacl from "tweetnacl";
import * as z from "zod/mini";
import type { StoredSecret } from "../public.ts";
import { type Database, type Part, readPart, type Window } from "./database.ts";

export const SECRET_TABLES = `
CREATE TABLE seal_keys (
  organization_id INTEGER PRIMARY KEY REFERENCES accounts, id TEXT NOT NULL, public TEXT NOT NULL, private TEXT NOT NULL
) STRICT;
CREATE TABLE updater_secrets (
  id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL REFERENCES accounts, name TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL, visibility TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (organization_id, name)
) STRICT;
CREATE TABLE updater_secret_repositories (
  secret_id INTEGER NOT NULL REFERENCES updater_secrets ON DELETE CASCADE,
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, PRIMARY KEY (secret_id, repository_id)
) STRICT;
`;

export const Secret = z.object({
  id: z.int(),
  name: z.string(),
  value: z.string(),
  visibility: z.enum(["all", "private", "selected"]),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Secret = z.output<typeof Secret>;

export const SealKey = z.object({ id: z.string(), public: z.string(), private: z.string() });
export type SealKey = z.output<typeof SealKey>;

/** The key pair that an organization's secrets are sealed for; made at its first use. */
export function sealKey(db: Database, organizationId: number): SealKey {
  const sql = "SELECT id, public, private FROM seal_keys WHERE organization_id = ?";
  const known = db.get(SealKey, sql, organizationId);
  if (known) return known;
  const pair = nacl.box.keyPair();
  const [id, publicKey, privateKey] = [
    BigInt(`0x${randomBytes(7).toString("hex")}`).toString(),
    Buffer.from(pair.publicKey).toString("base64"),
    Buffer.from(pair.secretKey).toString("base64"),
  ];
  db.run("INSERT INTO seal_keys VALUES (?, ?, ?, ?)", organizationId, id, publicKey, privateKey);
  return { id, public: publicKey, private: privateKey };
}

export function findSecret(db: Database, organizationId: number, name: string): Secret | undefined {
  return db.get(Secret, "SELECT * FROM updater_secrets WHERE organization_id = ? AND name = ?", organizationId, name);
}

export function secretsOf(db: Database, organizationId: number, window: Window): Part<Secret> {
  return readPart(
    db,
    Secret,
    "* FROM updater_secrets WHERE organization_id = ? ORDER BY name",
    [organizationId],
    window,
  );
}

/** Creates or replaces a secret, with its visibility and its selected repositories. @returns whether it is new */
export function putSecret(
  db: Database,
  organizationId: number,
  secret: Pick<Secret, "name" | "value" | "visibility">,
  repositoryIds: readonly number[],
  now: string,
): boolean {
  return db.transaction(() => {
    const before = findSecret(db, organizationId, secret.name);
    db.run(
      `INSERT INTO updater_secrets (organization_id, name, value, visibility, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (organization_id, name) DO UPDATE
       SET value = excluded.value, visibility = excluded.visibility, updated_at = excluded.updated_at`,
      ...[organizationId, secret.name.toUpperCase(), secret.value, secret.visibility, now, now],
    );
    const after = findSecret(db, organizationId, secret.name);
    if (after) selectRepositories(db, after.id, repositoryIds);
    return before === undefined;
  });
}

export function deleteSecret(db: Database, organizationId: number, name: string): boolean {
  return db.run("DELETE FROM updater_secrets WHERE organization_id = ? AND name = ?", organizationId, name).changes > 0;
}

/** Replaces the repositories that may read a secret. */
export function selectRepositories(db: Database, secretId: number, repositoryIds: readonly number[]): void {
  db.transaction(() => {
    db.run("DELETE FROM updater_secret_repositories WHERE secret_id = ?", secretId);
    for (const id of new Set(repositoryIds))
      db.run("INSERT INTO updater_secret_repositories VALUES (?, ?)", secretId, id);
  });
}

export function selectedRepositories(db: Database, secretId: number, window: Window): Part<{ id: number }> {
  const query = "repository_id AS id FROM updater_secret_repositories WHERE secret_id = ? ORDER BY repository_id";
  return readPart(db, z.object({ id: z.int() }), query, [secretId], window);
}

const OwnedSecret = z.extend(Secret, { organization: z.string() });

/** Every secret with its value. */
export function everySecret(db: Database): StoredSecret[] {
  const secrets = db.all(
    OwnedSecret,
    `SELECT s.*, a.login AS organization FROM updater_secrets s JOIN accounts a ON a.id = s.organization_id
     ORDER BY a.login, s.name`,
  );
  const readers = `SELECT a.login || '/' || r.name AS name FROM updater_secret_repositories s
    JOIN repositories r ON r.id = s.repository_id JOIN accounts a ON a.id = r.owner_id WHERE s.secret_id = ? ORDER BY r.id`;
  return secrets.map(({ id, organization, name, value, visibility, updated_at }) => {
    const repositories = db.all(z.object({ name: z.string() }), readers, id).map((repository) => repository.name);
    return { organization, name, value, visibility, repositories, updated_at };
  });
}
