import { randomBytes } from "node:crypto";
import nacl from "tweetnacl";
import * as z from "zod/mini";
import type { StoredSecret } from "../public.ts";
import { type Database, type PageRange, queryCount, queryPage, type RowPage } from "./database.ts";
import { readableBy, selectionTable, Visibility } from "./selections.ts";

export const SECRET_TABLES = `
CREATE TABLE seal_keys (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, organization_id INTEGER REFERENCES accounts ON DELETE CASCADE,
  repository_id INTEGER REFERENCES repositories ON DELETE CASCADE,
  environment_id INTEGER REFERENCES environments ON DELETE CASCADE,
  user_id INTEGER REFERENCES accounts ON DELETE CASCADE, public TEXT NOT NULL, private TEXT NOT NULL,
  UNIQUE (organization_id, kind), UNIQUE (repository_id, kind), UNIQUE (environment_id, kind), UNIQUE (user_id, kind)
) STRICT;
CREATE TABLE secrets (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, organization_id INTEGER REFERENCES accounts ON DELETE CASCADE,
  repository_id INTEGER REFERENCES repositories ON DELETE CASCADE,
  environment_id INTEGER REFERENCES environments ON DELETE CASCADE,
  user_id INTEGER REFERENCES accounts ON DELETE CASCADE, name TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL, visibility TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (organization_id, kind, name), UNIQUE (repository_id, kind, name), UNIQUE (environment_id, kind, name),
  UNIQUE (user_id, kind, name)
) STRICT;
${selectionTable("secret")}`;

const Kind = z.enum(["actions", "agents", "codespaces", "updater"]);
export type SecretKind = z.output<typeof Kind>;

/** The organization, repository, environment or user that secrets of a kind belong to. */
export interface SecretScope {
  readonly kind: SecretKind;
  readonly level: "organization" | "repository" | "environment" | "user";
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

/** A secret of an organization or a user also has a visibility. */
export const OrganizationSecret = z.extend(Secret, { visibility: Visibility });
export type OrganizationSecret = z.output<typeof OrganizationSecret>;

export const SealKey = z.object({ id: z.string(), public: z.string(), private: z.string() });
export type SealKey = z.output<typeof SealKey>;

const inScope = ({ level }: SecretScope) => `${level}_id = ? AND kind = ?`;

/** Returns the key pair that encrypts a scope's secrets, created at its first use. */
export function sealKey(db: Database, scope: SecretScope): SealKey {
  const sql = `SELECT id, public, private FROM seal_keys WHERE ${inScope(scope)}`;
  const existing = db.get(SealKey, sql, scope.id, scope.kind);
  if (existing) return existing;
  const pair = nacl.box.keyPair();
  const key = {
    id: BigInt(`0x${randomBytes(7).toString("hex")}`).toString(),
    public: Buffer.from(pair.publicKey).toString("base64"),
    private: Buffer.from(pair.secretKey).toString("base64"),
  };
  db.run(
    `INSERT INTO seal_keys (id, kind, ${scope.level}_id, public, private) VALUES (?, ?, ?, ?, ?)`,
    ...[key.id, scope.kind, scope.id, key.public, key.private],
  );
  return key;
}

/** @param row {@link Secret}, or {@link OrganizationSecret} in an organization's scope */
export function findSecret<T>(db: Database, row: z.ZodMiniType<T>, scope: SecretScope, name: string): T | undefined {
  return db.get(row, `SELECT * FROM secrets WHERE ${inScope(scope)} AND name = ?`, scope.id, scope.kind, name);
}

/**
 * Returns a scope's secrets by name.
 * @param row {@link Secret}, or {@link OrganizationSecret} in an organization's scope
 */
export function secretsIn<T>(
  db: Database,
  row: z.ZodMiniType<T>,
  scope: SecretScope,
  pageRange: PageRange,
): RowPage<T> {
  return queryPage(db, row, `* FROM secrets WHERE ${inScope(scope)} ORDER BY name`, [scope.id, scope.kind], pageRange);
}

/** Returns the organization's secrets of a kind that a repository can read, by name. */
export function organizationSecretsFor(
  db: Database,
  repositoryId: number,
  kind: SecretKind,
  pageRange: PageRange,
): RowPage<Secret> {
  const query = `s.* FROM secrets s JOIN repositories r ON r.id = ? WHERE s.kind = ? AND ${readableBy("secret")}
    ORDER BY s.name`;
  return queryPage(db, Secret, query, [repositoryId, kind], pageRange);
}

export function countSecrets(db: Database, scope: SecretScope): number {
  const sql = `SELECT count(*) AS count FROM secrets WHERE ${inScope(scope)}`;
  return queryCount(db, sql, scope.id, scope.kind);
}

/**
 * Creates a secret, or replaces its value and visibility.
 * @returns the secret's id
 */
export function putSecret(
  db: Database,
  scope: SecretScope,
  { name, value, visibility = null }: { name: string; value: string; visibility?: Visibility | null },
  now: string,
): number {
  db.run(
    `INSERT INTO secrets (kind, ${scope.level}_id, name, value, visibility, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (${scope.level}_id, kind, name) DO UPDATE
     SET value = excluded.value, visibility = excluded.visibility, updated_at = excluded.updated_at`,
    ...[scope.kind, scope.id, name.toUpperCase(), value, visibility, now, now],
  );
  const written = findSecret(db, Secret, scope, name);
  if (!written) throw new Error("The secret could not be read back after it was written.");
  return written.id;
}

/** @returns whether the secret existed */
export function deleteSecret(db: Database, scope: SecretScope, name: string): boolean {
  return db.run(`DELETE FROM secrets WHERE ${inScope(scope)} AND name = ?`, scope.id, scope.kind, name).changes > 0;
}

const SecretWithScope = z.extend(Secret, {
  kind: Kind,
  organization: z.nullable(z.string()),
  repository: z.nullable(z.string()),
  environment: z.nullable(z.string()),
  user: z.nullable(z.string()),
  visibility: z.nullable(Visibility),
});

/**
 * Returns every secret with its value: those of organizations first, then those of repositories and environments, then
 * those of users.
 */
export function allSecrets(db: Database): StoredSecret[] {
  const secrets = db.all(
    SecretWithScope,
    `SELECT s.*, o.login AS organization, a.login || '/' || r.name AS repository, e.name AS environment,
       u.login AS user
     FROM secrets s LEFT JOIN accounts o ON o.id = s.organization_id LEFT JOIN environments e ON e.id = s.environment_id
       LEFT JOIN accounts u ON u.id = s.user_id
       LEFT JOIN repositories r ON r.id = coalesce(s.repository_id, e.repository_id)
       LEFT JOIN accounts a ON a.id = r.owner_id
     ORDER BY organization IS NULL, organization, user, repository, environment, s.kind, s.name`,
  );
  const Reader = z.object({ name: z.string() });
  const readers = `SELECT a.login || '/' || r.name AS name FROM secret_repositories s
    JOIN repositories r ON r.id = s.repository_id JOIN accounts a ON a.id = r.owner_id WHERE s.secret_id = ? ORDER BY r.id`;
  return secrets.map(
    ({ id, kind, organization, repository, environment, user, name, value, visibility, updated_at }) => {
      const repositories = db.all(Reader, readers, id).map((reader) => reader.name);
      return { kind, organization, repository, environment, user, name, value, visibility, repositories, updated_at };
    },
  );
}
