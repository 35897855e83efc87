import * as z from "zod/mini";
import { type Database, json } from "./database.ts";
import { generateVersion } from "./pattern-configurations.ts";

export const CUSTOM_PATTERN_TABLES = `
CREATE TABLE custom_patterns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  configuration_id INTEGER NOT NULL REFERENCES pattern_configurations ON DELETE CASCADE, slug TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE, pattern TEXT NOT NULL, start_delimiter TEXT NOT NULL, end_delimiter TEXT NOT NULL,
  must_match TEXT NOT NULL, must_not_match TEXT NOT NULL, state TEXT NOT NULL, setting TEXT NOT NULL,
  version TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (configuration_id, slug), UNIQUE (configuration_id, name)
) STRICT;
`;

export const CustomPatternSetting = z.enum(["disabled", "enabled"]);
export type CustomPatternSetting = z.output<typeof CustomPatternSetting>;

/** Only published patterns are searched for. */
export const PatternState = z.enum(["published", "unpublished"]);

/** Regular expressions that match a secret, its surroundings, and further conditions on the secret. */
export const PatternExpressions = z.object({
  pattern: z.string(),
  start_delimiter: z._default(z.string(), "\\A|[^0-9A-Za-z]"),
  end_delimiter: z._default(z.string(), "\\z|[^0-9A-Za-z]"),
  must_match: z._default(z.array(z.string()), []),
  must_not_match: z._default(z.array(z.string()), []),
});
export type PatternExpressions = z.output<typeof PatternExpressions>;

/** A secret pattern that an owner defines. Each change gives it a new version. */
export const CustomPattern = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  ...PatternExpressions.shape,
  must_match: json(z.array(z.string())),
  must_not_match: json(z.array(z.string())),
  state: PatternState,
  /** Whether push protection blocks it. */
  setting: CustomPatternSetting,
  version: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type CustomPattern = z.output<typeof CustomPattern>;

export type NewCustomPattern = Pick<CustomPattern, "name" | "state" | "setting"> &
  PatternExpressions & { readonly slug?: string };

export const customTokenType = ({ id }: Pick<CustomPattern, "id">) => `cp_${id}`;

export function customPatterns(db: Database, configurationId: number): CustomPattern[] {
  return db.all(CustomPattern, "SELECT * FROM custom_patterns WHERE configuration_id = ? ORDER BY id", configurationId);
}

export function createCustomPattern(
  db: Database,
  configurationId: number,
  fields: NewCustomPattern,
  now: string,
): CustomPattern {
  const slug = fields.slug ?? uniqueSlug(db, configurationId, fields.name);
  const pattern = { ...fields, slug, version: generateVersion(), created_at: now, updated_at: now };
  const { id } = db.run(
    `INSERT INTO custom_patterns (configuration_id, slug, name, pattern, start_delimiter, end_delimiter, must_match,
       must_not_match, state, setting, version, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[configurationId, slug, pattern.name, ...expressionsOf(pattern), pattern.state, pattern.setting],
    ...[pattern.version, now, now],
  );
  return { ...pattern, id };
}

/** Returns a slug for a name, with a number if the slug is taken. */
function uniqueSlug(db: Database, configurationId: number, name: string): string {
  const taken = new Set(customPatterns(db, configurationId).map(({ slug }) => slug));
  const baseSlug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "pattern";
  let slug = baseSlug;
  for (let number = 1; taken.has(slug); number++) slug = `${baseSlug}-${number}`;
  return slug;
}

const expressionsOf = (fields: PatternExpressions) => [
  fields.pattern,
  fields.start_delimiter,
  fields.end_delimiter,
  JSON.stringify(fields.must_match),
  JSON.stringify(fields.must_not_match),
];

/** Changes the expressions of a pattern. */
export function updateCustomPattern(
  db: Database,
  pattern: CustomPattern,
  fields: PatternExpressions,
  now: string,
): CustomPattern {
  const version = generateVersion();
  db.run(
    `UPDATE custom_patterns SET pattern = ?, start_delimiter = ?, end_delimiter = ?, must_match = ?, must_not_match = ?,
       version = ?, updated_at = ? WHERE id = ?`,
    ...[...expressionsOf(fields), version, now, pattern.id],
  );
  return { ...pattern, ...fields, version, updated_at: now };
}

/** Enables or disables push protection for a custom pattern. */
export function setCustomPatternSetting(
  db: Database,
  { id }: CustomPattern,
  setting: CustomPatternSetting,
  now: string,
): void {
  const sql = "UPDATE custom_patterns SET setting = ?, version = ?, updated_at = ? WHERE id = ?";
  db.run(sql, setting, generateVersion(), now, id);
}

export function deleteCustomPattern(db: Database, { id }: CustomPattern): void {
  db.run("DELETE FROM custom_patterns WHERE id = ?", id);
}
