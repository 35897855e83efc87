import type { Permission, PermissionLevel, TokenKind } from "@forgehand/core/contract";
import { PERMISSIONS, WORKFLOW_PERMISSIONS } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { GrantedPermissions } from "./apps.ts";
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

/** Kinds of token that are stored. An app's JWT isn't: the app signs it with its key. */
export const STORED_TOKEN_KINDS = [
  "classic",
  "oauth",
  "fine-grained",
  "user-access",
  "installation",
  "workflow",
] as const;

export const Token = z.object({
  token: z.string(),
  /** The token's name in lists of tokens; null for tokens created through the API. */
  name: z.nullable(z.string()),
  kind: z.enum(STORED_TOKEN_KINDS satisfies readonly TokenKind[]),
  /** The user it acts for; null for installation and workflow tokens. */
  user_id: z.nullable(z.int()),
  /** The app that a user access token belongs to. */
  app_id: z.nullable(z.int()),
  /** The installation it acts for. */
  installation_id: z.nullable(z.int()),
  /** The repository of a workflow token's job. */
  repository_id: z.nullable(z.int()),
  /** The account whose resources a fine-grained token can access; null: all that its user can access. */
  resource_owner_id: z.nullable(z.int()),
  /** The repositories it is restricted to; null: no restriction. */
  repository_ids: z.nullable(json(z.array(z.int()))),
  scopes: json(z.array(z.string())),
  permissions: json(GrantedPermissions),
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
});
export type Token = z.output<typeof Token>;

/**
 * Returns the value of a new token that its seed doesn't specify. A token that is created again has the same value, so
 * that it survives a reset.
 * @param prefix prefix of the token's kind
 */
export type TokenValue = (prefix: string, name: string) => string;

const NamedToken = z.extend(Token, { name: z.string() });

export function findToken(db: Database, token: string): Token | undefined {
  return db.memoize(`token ${token}`, () => db.get(Token, "SELECT * FROM tokens WHERE token = ?", token));
}

/** The required fields of a new token; all others have defaults. */
export type NewToken = Pick<Token, "token" | "kind" | "created_at"> & Partial<Token>;

const DEFAULTS = {
  name: null,
  user_id: null,
  app_id: null,
  installation_id: null,
  repository_id: null,
  resource_owner_id: null,
  repository_ids: null,
  scopes: [],
  permissions: {},
  expires_at: null,
  revoked_at: null,
} as const;

export function addToken(db: Database, fields: NewToken): Token {
  const token: Token = { ...DEFAULTS, scopes: [], ...fields };
  db.run(
    "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ...[token.token, token.name, token.kind, token.user_id, token.app_id, token.installation_id, token.repository_id],
    ...[token.resource_owner_id, token.repository_ids && JSON.stringify(token.repository_ids)],
    ...[JSON.stringify(token.scopes), JSON.stringify(token.permissions)],
    ...[token.created_at, token.expires_at, token.revoked_at],
  );
  return token;
}

/** Returns the named tokens, oldest first. */
export function namedTokens(db: Database): (Token & { readonly name: string })[] {
  return db.all(NamedToken, "SELECT * FROM tokens WHERE name IS NOT NULL ORDER BY rowid");
}

export function findNamedToken(db: Database, name: string): Token | undefined {
  return db.get(Token, "SELECT * FROM tokens WHERE name = ?", name);
}

export function revokeToken(db: Database, token: string, now: string): void {
  db.run("UPDATE tokens SET revoked_at = ? WHERE token = ? AND revoked_at IS NULL", now, token);
}

/** Returns all permissions that a job's built-in token can have, by apps' keys, each at its highest level. */
export function allWorkflowPermissions(): GrantedPermissions {
  const { "id-token": _, ...permissions } = WORKFLOW_PERMISSIONS;
  const highest = Object.entries(permissions).map(([name, levels]): [string, PermissionLevel] => [
    name.replaceAll("-", "_"),
    levels.at(-1) ?? "read",
  ]);
  return { metadata: "read", ...Object.fromEntries(highest) };
}

/** Returns all permissions of these kinds of owner, each with write access. */
export function allPermissions(
  ...ownerKinds: readonly ("repository" | "organization" | "enterprise" | "user")[]
): Partial<Record<Permission, PermissionLevel>> {
  const granted = Object.entries(PERMISSIONS).filter(([, permission]) =>
    ownerKinds.some((kind) => kind === permission.of),
  );
  return Object.fromEntries(granted.map(([key]) => [key, "write"]));
}
