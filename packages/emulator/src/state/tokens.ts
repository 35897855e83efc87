import type { Level, Permission, TokenKind } from "@forgehand/core/contract";
import { PERMISSIONS } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { type Database, json } from "./database.ts";

const KINDS = ["classic", "oauth", "fine-grained", "user-access", "installation", "workflow"] as const;

export const Token = z.object({
  token: z.string(),
  name: z.string(),
  kind: z.enum(KINDS satisfies readonly TokenKind[]),
  /** Whom it acts for; null for an app's installation and a workflow. */
  user_id: z.nullable(z.int()),
  /** Where an app is installed. */
  organization_id: z.nullable(z.int()),
  /** Whose job a workflow's token was made for. */
  repository_id: z.nullable(z.int()),
  scopes: json(z.array(z.string())),
  permissions: json(z.record(z.string(), z.enum(["read", "write"]))),
});
export type Token = z.output<typeof Token>;

export function findToken(db: Database, token: string): Token | undefined {
  return db.get(Token, "SELECT * FROM tokens WHERE token = ?", token);
}

export function addToken(db: Database, token: Token): void {
  db.run(
    "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ...[token.token, token.name, token.kind, token.user_id, token.organization_id, token.repository_id],
    ...[JSON.stringify(token.scopes), JSON.stringify(token.permissions)],
  );
}

/** Every permission set that is granted on these, at its highest level. */
export function allPermissions(...of: readonly ("repository" | "organization")[]): Partial<Record<Permission, Level>> {
  const granted = Object.entries(PERMISSIONS).filter(([, permission]) => of.some((place) => place === permission.of));
  return Object.fromEntries(granted.map(([key]) => [key, "write"]));
}
