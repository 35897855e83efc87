import * as z from "zod/mini";
import { type Database, exists, queryIds } from "./database.ts";

export const ENTERPRISE_TABLES = `
CREATE TABLE enterprises (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE COLLATE NOCASE, name TEXT NOT NULL, description TEXT, website_url TEXT,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT;
CREATE TABLE enterprise_members (
  enterprise_id INTEGER NOT NULL REFERENCES enterprises ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, role TEXT NOT NULL,
  PRIMARY KEY (enterprise_id, user_id)
) STRICT;
`;

export const Enterprise = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  website_url: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Enterprise = z.output<typeof Enterprise>;

export const EnterpriseRole = z.enum(["owner", "billing-manager", "member"]);
export type EnterpriseRole = z.output<typeof EnterpriseRole>;

export function createEnterprise(db: Database, enterprise: Omit<Enterprise, "id">): Enterprise {
  const { id } = db.run(
    "INSERT INTO enterprises (slug, name, description, website_url, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
    ...[enterprise.slug, enterprise.name, enterprise.description, enterprise.website_url],
    ...[enterprise.created_at, enterprise.updated_at],
  );
  return { ...enterprise, id };
}

export function findEnterprise(db: Database, slug: string): Enterprise | undefined {
  return db.get(Enterprise, "SELECT * FROM enterprises WHERE slug = ?", slug);
}

export function getEnterprise(db: Database, id: number): Enterprise | undefined {
  return db.get(Enterprise, "SELECT * FROM enterprises WHERE id = ?", id);
}

export function addEnterpriseMember(db: Database, enterpriseId: number, userId: number, role: EnterpriseRole): void {
  db.run("INSERT INTO enterprise_members VALUES (?, ?, ?)", enterpriseId, userId, role);
}

/** Returns the user's role in an enterprise. Members of its organizations are members. Undefined for all others. */
export function enterpriseRole(db: Database, enterpriseId: number, userId: number): EnterpriseRole | undefined {
  const Row = z.object({ role: EnterpriseRole });
  const directMembership = db.get(
    Row,
    "SELECT role FROM enterprise_members WHERE enterprise_id = ? AND user_id = ?",
    enterpriseId,
    userId,
  );
  if (directMembership) return directMembership.role;
  return db.get(
    Row,
    `SELECT 'member' AS role FROM members m JOIN accounts a ON a.id = m.organization_id
     WHERE a.enterprise_id = ? AND m.user_id = ? LIMIT 1`,
    enterpriseId,
    userId,
  )?.role;
}

export function organizationIdsOf(db: Database, enterpriseId: number): number[] {
  return queryIds(db, "SELECT id FROM accounts WHERE enterprise_id = ? ORDER BY id", enterpriseId);
}

export function isOrganizationOf(db: Database, enterpriseId: number, organizationId: number): boolean {
  const sql = "SELECT 1 FROM accounts WHERE id = ? AND enterprise_id = ?";
  return exists(db, sql, organizationId, enterpriseId);
}
