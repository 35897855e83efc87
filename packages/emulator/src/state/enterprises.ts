import * as z from "zod/mini";
import { integer, key, nullable, type RowOf, reference, row, text, typedName } from "./columns.ts";
import { type Database, queryIds } from "./database.ts";
import { table } from "./table.ts";

export const EnterpriseRole = z.enum(["owner", "billing-manager", "member"]);
export type EnterpriseRole = z.output<typeof EnterpriseRole>;

export const enterpriseMembers = table(
  "enterprise_members",
  {
    enterprise_id: reference("enterprises"),
    user_id: reference("accounts"),
    role: text(EnterpriseRole),
  },
  { key: ["enterprise_id", "user_id"] },
);

export const enterprises = table(
  "enterprises",
  {
    id: key(integer()),
    slug: typedName(),
    name: text(),
    description: nullable(text()),
    website_url: nullable(text()),
    created_at: text(),
    updated_at: text(),
  },
  { unique: [["slug"]] },
);
export type Enterprise = RowOf<typeof enterprises>;

export function createEnterprise(db: Database, enterprise: Omit<Enterprise, "id">): Enterprise {
  return enterprises.insert(db, enterprise);
}

/** Returns the user's role in an enterprise. Members of its organizations are members. Undefined for all others. */
export function enterpriseRole(db: Database, enterpriseId: number, userId: number): EnterpriseRole | undefined {
  const Row = row({ role: text(EnterpriseRole) });
  const directMembership = enterpriseMembers.find(db, { enterprise_id: enterpriseId, user_id: userId });
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
