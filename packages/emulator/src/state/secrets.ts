import { randomBytes } from "node:crypto";
import nacl from "tweetnacl";
import type { StoredSecret } from "../public.ts";
import { key, nullable, oneOf, type RowOf, reference, row, rowId, text, typedName } from "./columns.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { readableBy, selectionTable, Visibility } from "./selections.ts";
import { table } from "./table.ts";

export type SecretKind = RowOf<typeof secrets>["kind"];

/** The organization, repository, environment or user that secrets of a kind belong to. */
export interface SecretScope {
  readonly kind: SecretKind;
  readonly level: "organization" | "repository" | "environment" | "user";
  readonly id: number;
}

const scopeColumns = {
  kind: oneOf(["actions", "agents", "codespaces", "updater"]),
  organization_id: nullable(reference("accounts")),
  repository_id: nullable(reference("repositories")),
  environment_id: nullable(reference("environments")),
  user_id: nullable(reference("accounts")),
};

/** Key pairs that encrypt the secrets of a scope. */
export const sealKeys = table(
  "seal_keys",
  { id: key(text()), ...scopeColumns, public: text(), private: text() },
  {
    unique: [
      ["organization_id", "kind"],
      ["repository_id", "kind"],
      ["environment_id", "kind"],
      ["user_id", "kind"],
    ],
  },
);
export type SealKey = RowOf<typeof sealKeys>;

export const secrets = table(
  "secrets",
  {
    id: rowId(),
    ...scopeColumns,
    name: typedName(),
    value: text(),
    /** Null for secrets of repositories and environments. */
    visibility: nullable(text(Visibility)),
    created_at: text(),
    updated_at: text(),
  },
  {
    unique: [
      ["organization_id", "kind", "name"],
      ["repository_id", "kind", "name"],
      ["environment_id", "kind", "name"],
      ["user_id", "kind", "name"],
    ],
    more: selectionTable("secret"),
  },
);
export type Secret = RowOf<typeof secrets>;

/** Returns the columns that the secrets of a scope have in common. */
export function inScope({ kind, level, id }: SecretScope) {
  if (level === "organization") return { kind, organization_id: id };
  if (level === "repository") return { kind, repository_id: id };
  return level === "environment" ? { kind, environment_id: id } : { kind, user_id: id };
}

/** Returns the key pair that encrypts a scope's secrets, created at its first use. */
export function sealKey(db: Database, scope: SecretScope): SealKey {
  const existing = sealKeys.find(db, inScope(scope));
  if (existing) return existing;
  const pair = nacl.box.keyPair();
  return sealKeys.insert(db, {
    ...inScope(scope),
    id: BigInt(`0x${randomBytes(7).toString("hex")}`).toString(),
    public: Buffer.from(pair.publicKey).toString("base64"),
    private: Buffer.from(pair.secretKey).toString("base64"),
  });
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
  return queryPage(db, secrets, query, [repositoryId, kind], pageRange);
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
  const row = { ...inScope(scope), name: name.toUpperCase(), value, visibility, created_at: now, updated_at: now };
  const by = [`${scope.level}_id`, "kind", "name"] as const;
  return secrets.putReturning(db, row, by, ["value", "visibility", "updated_at"]).id;
}

const SecretWithScope = row({
  ...secrets.columns,
  organization: nullable(text()),
  repository: nullable(text()),
  environment: nullable(text()),
  user: nullable(text()),
});

/**
 * Returns every secret with its value: those of organizations first, then those of repositories and environments, then
 * those of users.
 */
export function allSecrets(db: Database): StoredSecret[] {
  const found = db.all(
    SecretWithScope,
    `SELECT s.*, o.login AS organization, a.login || '/' || r.name AS repository, e.name AS environment,
       u.login AS user
     FROM secrets s LEFT JOIN accounts o ON o.id = s.organization_id LEFT JOIN environments e ON e.id = s.environment_id
       LEFT JOIN accounts u ON u.id = s.user_id
       LEFT JOIN repositories r ON r.id = coalesce(s.repository_id, e.repository_id)
       LEFT JOIN accounts a ON a.id = r.owner_id
     ORDER BY organization IS NULL, organization, user, repository, environment, s.kind, s.name`,
  );
  const Reader = row({ name: text() });
  const readers = `SELECT a.login || '/' || r.name AS name FROM secret_repositories s
    JOIN repositories r ON r.id = s.repository_id JOIN accounts a ON a.id = r.owner_id WHERE s.secret_id = ? ORDER BY r.id`;
  return found.map(({ id, kind, organization, repository, environment, user, name, value, visibility, updated_at }) => {
    const repositories = db.all(Reader, readers, id).map((reader) => reader.name);
    return { kind, organization, repository, environment, user, name, value, visibility, repositories, updated_at };
  });
}
