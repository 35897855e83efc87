import * as z from "zod/mini";
import { type Database, json } from "./database.ts";
import { newVersion } from "./pattern-configurations.ts";

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

export const CustomSetting = z.enum(["disabled", "enabled"]);
export type CustomSetting = z.output<typeof CustomSetting>;

/** Only what is published is looked for. */
export const PatternState = z.enum(["published", "unpublished"]);

/** What a secret looks like: regular expressions of it, of what stands around it, and of what it is like or unlike. */
export const PatternExpressions = z.object({
  pattern: z.string(),
  start_delimiter: z._default(z.string(), "\\A|[^0-9A-Za-z]"),
  end_delimiter: z._default(z.string(), "\\z|[^0-9A-Za-z]"),
  must_match: z._default(z.array(z.string()), []),
  must_not_match: z._default(z.array(z.string()), []),
});
export type PatternExpressions = z.output<typeof PatternExpressions>;

/** A kind of secret that an owner describes for itself; its version is another one after each change. */
export const CustomPattern = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  ...PatternExpressions.shape,
  must_match: json(z.array(z.string())),
  must_not_match: json(z.array(z.string())),
  state: PatternState,
  /** Whether pushes with such a secret are stopped. */
  setting: CustomSetting,
  version: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type CustomPattern = z.output<typeof CustomPattern>;

/** What a new pattern is told; the rest follows. */
export type NewPattern = Pick<CustomPattern, "name" | "state" | "setting"> &
  PatternExpressions & { readonly slug?: string };

/** The type under which a custom pattern goes. */
export const customTokenType = ({ id }: Pick<CustomPattern, "id">) => `cp_${id}`;

export function customPatterns(db: Database, configurationId: number): CustomPattern[] {
  return db.all(CustomPattern, "SELECT * FROM custom_patterns WHERE configuration_id = ? ORDER BY id", configurationId);
}

export function createCustomPattern(
  db: Database,
  configurationId: number,
  told: NewPattern,
  now: string,
): CustomPattern {
  const slug = told.slug ?? freeSlug(db, configurationId, told.name);
  const pattern = { ...told, slug, version: newVersion(), created_at: now, updated_at: now };
  const { id } = db.run(
    `INSERT INTO custom_patterns (configuration_id, slug, name, pattern, start_delimiter, end_delimiter, must_match,
       must_not_match, state, setting, version, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[configurationId, slug, pattern.name, ...expressionsOf(pattern), pattern.state, pattern.setting],
    ...[pattern.version, now, now],
  );
  return { ...pattern, id };
}

/** A name as addresses have it, and a number behind it where another name comes to the same. */
function freeSlug(db: Database, configurationId: number, name: string): string {
  const taken = new Set(customPatterns(db, configurationId).map(({ slug }) => slug));
  const plain =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "pattern";
  let slug = plain;
  for (let number = 1; taken.has(slug); number++) slug = `${plain}-${number}`;
  return slug;
}

const expressionsOf = (told: PatternExpressions) => [
  ...[told.pattern, told.start_delimiter, told.end_delimiter],
  ...[JSON.stringify(told.must_match), JSON.stringify(told.must_not_match)],
];

/** Changes what a pattern's secrets look like. */
export function updateCustomPattern(
  db: Database,
  pattern: CustomPattern,
  told: PatternExpressions,
  now: string,
): CustomPattern {
  const version = newVersion();
  db.run(
    `UPDATE custom_patterns SET pattern = ?, start_delimiter = ?, end_delimiter = ?, must_match = ?, must_not_match = ?,
       version = ?, updated_at = ? WHERE id = ?`,
    ...[...expressionsOf(told), version, now, pattern.id],
  );
  return { ...pattern, ...told, version, updated_at: now };
}

/** Changes how a custom pattern is treated. */
export function setCustomSetting(db: Database, { id }: CustomPattern, setting: CustomSetting, now: string): void {
  const sql = "UPDATE custom_patterns SET setting = ?, version = ?, updated_at = ? WHERE id = ?";
  db.run(sql, setting, newVersion(), now, id);
}

export function deleteCustomPattern(db: Database, { id }: CustomPattern): void {
  db.run("DELETE FROM custom_patterns WHERE id = ?", id);
}
