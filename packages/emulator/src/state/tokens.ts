import type { Permission, PermissionLevel, TokenKind } from "@forgehand/core/contract";
import { PERMISSIONS, WORKFLOW_PERMISSIONS } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { GrantedPermissions } from "./apps.ts";
import { json, key, nullable, oneOf, type RowOf, reference, row, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/** Kinds of token that are stored. An app's JWT isn't: the app signs it with its key. */
export const STORED_TOKEN_KINDS = [
  "classic",
  "oauth",
  "fine-grained",
  "user-access",
  "installation",
  "workflow",
] as const;

export const tokens = table(
  "tokens",
  {
    token: key(text()),
    /** The token's name in lists of tokens; null for tokens created through the API. */
    name: nullable(text()),
    kind: oneOf(STORED_TOKEN_KINDS satisfies readonly TokenKind[]),
    /** The user it acts for; null for installation and workflow tokens. */
    user_id: nullable(reference("accounts")),
    /** The app that a user access token belongs to. */
    app_id: nullable(reference("apps")),
    /** The installation it acts for. */
    installation_id: nullable(reference("installations")),
    /** The repository of a workflow token's job. */
    repository_id: nullable(reference("repositories")),
    /** The account whose resources a fine-grained token can access; null: all that its user can access. */
    resource_owner_id: nullable(reference("accounts")),
    /** The repositories it is restricted to; null: no restriction. */
    repository_ids: nullable(json(z.array(z.int()))),
    scopes: json(z.array(z.string())),
    permissions: json(GrantedPermissions),
    created_at: text(),
    expires_at: nullable(text()),
    revoked_at: nullable(text()),
  },
  { unique: [["name"]] },
);
export type Token = RowOf<typeof tokens>;

/**
 * Returns the value of a new token that its seed doesn't specify. A token that is created again has the same value, so
 * that it survives a reset.
 * @param prefix prefix of the token's kind
 */
export type TokenValue = (prefix: string, name: string) => string;

const NamedToken = row({ ...tokens.columns, name: text() });

export function findToken(db: Database, token: string): Token | undefined {
  return db.memoize(`token ${token}`, () => tokens.find(db, { token }));
}

/** The required fields of a new token; all others have defaults. */
export type NewToken = Pick<Token, "token" | "kind" | "created_at"> & Partial<Token>;

export function addToken(db: Database, fields: NewToken): Token {
  return tokens.insert(db, { scopes: [], permissions: {}, ...fields });
}

/** Returns the named tokens, oldest first. */
export function namedTokens(db: Database): (Token & { readonly name: string })[] {
  return db.all(NamedToken, "SELECT * FROM tokens WHERE name IS NOT NULL ORDER BY rowid");
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
