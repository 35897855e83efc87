import * as z from "zod/mini";
import { json, type RowOf, reference, rowId, text, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
import { generateVersion } from "./pattern-configurations.ts";
import { table } from "./table.ts";

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

/** Secret patterns that an owner defines. Each change gives a pattern a new version. */
export const customPatterns = table(
  "custom_patterns",
  {
    id: rowId(),
    configuration_id: reference("pattern_configurations"),
    slug: text(),
    name: typedName(),
    pattern: text(),
    start_delimiter: text(),
    end_delimiter: text(),
    must_match: json(z.array(z.string())),
    must_not_match: json(z.array(z.string())),
    state: text(PatternState),
    /** Whether push protection blocks it. */
    setting: text(CustomPatternSetting),
    version: text(),
    created_at: text(),
    updated_at: text(),
  },
  {
    unique: [
      ["configuration_id", "slug"],
      ["configuration_id", "name"],
    ],
  },
);
export type CustomPattern = RowOf<typeof customPatterns>;

export type NewCustomPattern = Pick<CustomPattern, "name" | "state" | "setting"> &
  PatternExpressions & { readonly slug?: string };

export const customTokenType = ({ id }: Pick<CustomPattern, "id">) => `cp_${id}`;

export function customPatternsOf(db: Database, configurationId: number): CustomPattern[] {
  return customPatterns.all(db, { configuration_id: configurationId }, "id");
}

export function createCustomPattern(
  db: Database,
  configurationId: number,
  fields: NewCustomPattern,
  now: string,
): CustomPattern {
  const slug = fields.slug ?? uniqueSlug(db, configurationId, fields.name);
  return customPatterns.insert(db, {
    ...fields,
    configuration_id: configurationId,
    slug,
    version: generateVersion(),
    created_at: now,
    updated_at: now,
  });
}

/** Returns a slug for a name, with a number if the slug is taken. */
function uniqueSlug(db: Database, configurationId: number, name: string): string {
  const taken = new Set(customPatternsOf(db, configurationId).map(({ slug }) => slug));
  const baseSlug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "pattern";
  let slug = baseSlug;
  for (let number = 1; taken.has(slug); number++) slug = `${baseSlug}-${number}`;
  return slug;
}

/** Changes the expressions of a pattern. */
export function updateCustomPattern(
  db: Database,
  pattern: CustomPattern,
  fields: PatternExpressions,
  now: string,
): CustomPattern {
  const { pattern: expression, start_delimiter, end_delimiter, must_match, must_not_match } = fields;
  const expressions = { pattern: expression, start_delimiter, end_delimiter, must_match, must_not_match };
  const changes = { ...expressions, version: generateVersion(), updated_at: now };
  customPatterns.update(db, { id: pattern.id }, changes);
  return { ...pattern, ...changes };
}

/** Enables or disables push protection for a custom pattern. */
export function setCustomPatternSetting(
  db: Database,
  { id }: CustomPattern,
  setting: CustomPatternSetting,
  now: string,
): void {
  customPatterns.update(db, { id }, { setting, version: generateVersion(), updated_at: now });
}

export function deleteCustomPattern(db: Database, { id }: CustomPattern): void {
  customPatterns.delete(db, { id });
}
