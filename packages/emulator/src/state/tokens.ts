import type { Permission, PermissionLevel, TokenKind } from "@forgehand/core/contract";
import { PERMISSIONS } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { Permissions } from "./apps.ts";
import { type Database, json } from "./database.ts";

export const TOKEN_TABLES = `
CREATE TABLE tokens (
  token TEXT PRIMARY KEY, name TEXT UNIQUE, kind TEXT NOT NULL, user_id INTEGER REFERENCES accounts ON DELETE CASCADE,
  app_id INTEGER REFERENCES apps ON DELETE CASCADE, installation_id INTEGER REFERENCES installations ON DELETE CASCADE,
  repository_id INTEGER REFERENCES repositories ON DELETE CASCADE,
  resource_owner_id INTEGER REFERENCES accounts ON DELETE CASCADE, repository_ids TEXT,
  scopes TEXT NOT NULL, permissions TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT, revoked_at TEXT
) STRICT;
`;

/** Kinds of token that are kept; an app's own JWT is signed by whoever holds its key. */
export const KEPT_KINDS = ["classic", "oauth", "fine-grained", "user-access", "installation", "workflow"] as const;

export const Token = z.object({
  token: z.string(),
  /** What it is called where tokens are listed by name; null for one that a call made. */
  name: z.nullable(z.string()),
  kind: z.enum(KEPT_KINDS satisfies readonly TokenKind[]),
  /** Whom it acts for; null for an app's installation and a workflow. */
  user_id: z.nullable(z.int()),
  /** The app that somebody's user access token belongs to. */
  app_id: z.nullable(z.int()),
  /** The installation that it acts for. */
  installation_id: z.nullable(z.int()),
  /** Whose job a workflow's token was made for. */
  repository_id: z.nullable(z.int()),
  /** The account whose things a fine-grained token reaches; null: everything of its user's. */
  resource_owner_id: z.nullable(z.int()),
  /** The repositories that it was narrowed to; null: all that it reaches. */
  repository_ids: z.nullable(json(z.array(z.int()))),
  scopes: json(z.array(z.string())),
  permissions: json(Permissions),
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
});
export type Token = z.output<typeof Token>;

const NamedToken = z.extend(Token, { name: z.string() });

export function findToken(db: Database, token: string): Token | undefined {
  return db.remember(`token ${token}`, () => db.get(Token, "SELECT * FROM tokens WHERE token = ?", token));
}

/** What a token must at least be told; what is left out it does not have. */
export type NewToken = Pick<Token, "token" | "kind" | "created_at"> & Partial<Token>;

const EMPTY = {
  ...{ name: null, user_id: null, app_id: null, installation_id: null, repository_id: null, resource_owner_id: null },
  ...{ repository_ids: null, scopes: [], permissions: {}, expires_at: null, revoked_at: null },
} as const;

export function addToken(db: Database, told: NewToken): Token {
  const token: Token = { ...EMPTY, scopes: [], ...told };
  db.run(
    "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ...[token.token, token.name, token.kind, token.user_id, token.app_id, token.installation_id, token.repository_id],
    ...[token.resource_owner_id, token.repository_ids && JSON.stringify(token.repository_ids)],
    ...[JSON.stringify(token.scopes), JSON.stringify(token.permissions)],
    ...[token.created_at, token.expires_at, token.revoked_at],
  );
  return token;
}

/** The tokens that have names, in the order in which they were made. */
export function namedTokens(db: Database): (Token & { readonly name: string })[] {
  return db.all(NamedToken, "SELECT * FROM tokens WHERE name IS NOT NULL ORDER BY rowid");
}

export function findNamedToken(db: Database, name: string): Token | undefined {
  return db.get(Token, "SELECT * FROM tokens WHERE name = ?", name);
}

/** From now on the token is nobody's. */
export function revokeToken(db: Database, token: string, now: string): void {
  db.run("UPDATE tokens SET revoked_at = ? WHERE token = ? AND revoked_at IS NULL", now, token);
}

/** Every permission set that is granted on these, at its highest level. */
export function allPermissions(
  ...of: readonly ("repository" | "organization" | "enterprise" | "user")[]
): Partial<Record<Permission, PermissionLevel>> {
  const granted = Object.entries(PERMISSIONS).filter(([, permission]) => of.some((place) => place === permission.of));
  return Object.fromEntries(granted.map(([key]) => [key, "write"]));
}
