import { randomBytes } from "node:crypto";
import nacl from "tweetnacl";
import * as z from "zod/mini";
import type { StoredSecret } from "../public.ts";
import { countOf, type Database, type Part, readPart, type Window } from "./database.ts";
import { selectionTable, Visibility } from "./selections.ts";

export const SECRET_TABLES = `
CREATE TABLE seal_keys (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, organization_id INTEGER REFERENCES accounts ON DELETE CASCADE,
  repository_id INTEGER REFERENCES repositories ON DELETE CASCADE,
  environment_id INTEGER REFERENCES environments ON DELETE CASCADE, public TEXT NOT NULL, private TEXT NOT NULL,
  UNIQUE (organization_id, kind), UNIQUE (repository_id, kind), UNIQUE (environment_id, kind)
) STRICT;
CREATE TABLE secrets (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, organization_id INTEGER REFERENCES accounts ON DELETE CASCADE,
  repository_id INTEGER REFERENCES repositories ON DELETE CASCADE,
  environment_id INTEGER REFERENCES environments ON DELETE CASCADE, name TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL, visibility TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (organization_id, kind, name), UNIQUE (repository_id, kind, name), UNIQUE (environment_id, kind, name)
) STRICT;
${selectionTable("secret")}`;

const Kind = z.enum(["actions", "codespaces", "updater"]);
export type SecretKind = z.output<typeof Kind>;

/** Where secrets of one kind are kept: an organization, a repository, or one of its environments. */
export interface Vault {
  readonly kind: SecretKind;
  readonly level: "organization" | "repository" | "environment";
  readonly id: number;
}

export const Secret = z.object({
  id: z.int(),
  name: z.string(),
  value: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Secret = z.output<typeof Secret>;

/** An organization's also says who may read it. */
export const OrganizationSecret = z.extend(Secret, { visibility: Visibility });
export type OrganizationSecret = z.output<typeof OrganizationSecret>;

export const SealKey = z.object({ id: z.string(), public: z.string(), private: z.string() });
export type SealKey = z.output<typeof SealKey>;

const inVault = ({ level }: Vault) => `${level}_id = ? AND kind = ?`;

/** The key pair that a vault's secrets are sealed for; made at its first use. */
export function sealKey(db: Database, vault: Vault): SealKey {
  const sql = `SELECT id, public, private FROM seal_keys WHERE ${inVault(vault)}`;
  const known = db.get(SealKey, sql, vault.id, vault.kind);
  if (known) return known;
  const pair = nacl.box.keyPair();
  const key = {
    id: BigInt(`0x${randomBytes(7).toString("hex")}`).toString(),
    public: Buffer.from(pair.publicKey).toString("base64"),
    private: Buffer.from(pair.secretKey).toString("base64"),
  };
  db.run(
    `INSERT INTO seal_keys (id, kind, ${vault.level}_id, public, private) VALUES (?, ?, ?, ?, ?)`,
    ...[key.id, vault.kind, vault.id, key.public, key.private],
  );
  return key;
}

/** @param row {@link Secret}, or {@link OrganizationSecret} in an organization's vault */
export function findSecret<T>(db: Database, row: z.ZodMiniType<T>, vault: Vault, name: string): T | undefined {
  return db.get(row, `SELECT * FROM secrets WHERE ${inVault(vault)} AND name = ?`, vault.id, vault.kind, name);
}

/** A vault's secrets by their names. @param row {@link Secret}, or {@link OrganizationSecret} in an organization's vault */
export function secretsIn<T>(db: Database, row: z.ZodMiniType<T>, vault: Vault, window: Window): Part<T> {
  return readPart(db, row, `* FROM secrets WHERE ${inVault(vault)} ORDER BY name`, [vault.id, vault.kind], window);
}

export function countSecrets(db: Database, vault: Vault): number {
  const sql = `SELECT count(*) AS count FROM secrets WHERE ${inVault(vault)}`;
  return countOf(db, sql, vault.id, vault.kind);
}

/** Creates a secret, or replaces its value and who may read it. @returns its number */
export function putSecret(
  db: Database,
  vault: Vault,
  { name, value, visibility = null }: { name: string; value: string; visibility?: Visibility | null },
  now: string,
): number {
  db.run(
    `INSERT INTO secrets (kind, ${vault.level}_id, name, value, visibility, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (${vault.level}_id, kind, name) DO UPDATE
     SET value = excluded.value, visibility = excluded.visibility, updated_at = excluded.updated_at`,
    ...[vault.kind, vault.id, name.toUpperCase(), value, visibility, now, now],
  );
  const written = findSecret(db, Secret, vault, name);
  if (!written) throw new Error("A secret that was just written is not there.");
  return written.id;
}

/** @returns whether there was one */
export function deleteSecret(db: Database, vault: Vault, name: string): boolean {
  return db.run(`DELETE FROM secrets WHERE ${inVault(vault)} AND name = ?`, vault.id, vault.kind, name).changes > 0;
}

const KeptSecret = z.extend(Secret, {
  kind: Kind,
  organization: z.nullable(z.string()),
  repository: z.nullable(z.string()),
  environment: z.nullable(z.string()),
  visibility: z.nullable(Visibility),
});

/** Every secret with its value: organizations' first, then those of repositories and their environments. */
export function everySecret(db: Database): StoredSecret[] {
  const secrets = db.all(
    KeptSecret,
    `SELECT s.*, o.login AS organization, a.login || '/' || r.name AS repository, e.name AS environment
     FROM secrets s LEFT JOIN accounts o ON o.id = s.organization_id LEFT JOIN environments e ON e.id = s.environment_id
       LEFT JOIN repositories r ON r.id = coalesce(s.repository_id, e.repository_id)
       LEFT JOIN accounts a ON a.id = r.owner_id
     ORDER BY organization IS NULL, organization, repository, environment, s.kind, s.name`,
  );
  const Reader = z.object({ name: z.string() });
  const readers = `SELECT a.login || '/' || r.name AS name FROM secret_repositories s
    JOIN repositories r ON r.id = s.repository_id JOIN accounts a ON a.id = r.owner_id WHERE s.secret_id = ? ORDER BY r.id`;
  return secrets.map(({ id, kind, organization, repository, environment, name, value, visibility, updated_at }) => {
    const repositories = db.all(Reader, readers, id).map((reader) => reader.name);
    return { kind, organization, repository, environment, name, value, visibility, repositories, updated_at };
  });
}
