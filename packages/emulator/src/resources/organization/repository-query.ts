import { parseNumberRange, parseTimeRange } from "../../search/ranges.ts";
import { allOf, type Condition, escapeLike, within } from "../../state/condition.ts";

/**
 * Parses a search query into a condition on repositories `r`. Words match names and descriptions; qualifiers filter by
 * fields, and `props.NAME:` by custom properties (GitHub's documentation of searching for repositories). A minus
 * negates a term. An unknown qualifier is treated as a word.
 */
export function parseRepositoryQuery(query: string): Condition {
  const terms = [...query.matchAll(/(-?)(?:([\w.-]+):)?("[^"]*"|\S+)/g)];
  return allOf(
    terms.map(([term, minus, qualifier, quoted = ""]) => {
      const value = quoted.replaceAll('"', "");
      const condition =
        (qualifier === undefined ? undefined : qualifierCondition(qualifier, value)) ?? containsWord(unquoted(term));
      return minus === "" ? condition : { sql: `NOT coalesce(${condition.sql}, FALSE)`, values: condition.values };
    }),
  );
}

const unquoted = (term: string) => term.replace(/^-/, "").replaceAll('"', "");

function containsWord(word: string): Condition {
  const pattern = `%${escapeLike(word)}%`;
  return { sql: "(r.name LIKE ? ESCAPE '\\' OR r.description LIKE ? ESCAPE '\\')", values: [pattern, pattern] };
}

function qualifierCondition(qualifier: string, value: string): Condition | undefined {
  const property = /^props\.(.+)$/.exec(qualifier)?.[1];
  if (property !== undefined) return hasProperty(property, value);
  const fixedSql = FIXED_QUALIFIERS[`${qualifier}:${value}`.toLowerCase()];
  if (fixedSql !== undefined) return { sql: fixedSql, values: [] };
  const textSql = TEXT_QUALIFIERS[qualifier];
  if (textSql !== undefined) return { sql: textSql, values: [value] };
  const [numberColumn, timeColumn] = [NUMBER_QUALIFIERS[qualifier], TIME_QUALIFIERS[qualifier]];
  const range = numberColumn === undefined ? parseTimeRange(value) : parseNumberRange(value);
  const column = numberColumn ?? timeColumn;
  return column === undefined || !range ? undefined : within(column, range);
}

/** Matches the repository's own value or else the organization's default. Any of several values can match. */
function hasProperty(name: string, value: string): Condition {
  const sql = `EXISTS (SELECT 1 FROM custom_properties p
    LEFT JOIN custom_property_values v ON v.repository_id = r.id AND v.name = p.name
    JOIN json_each(coalesce(v.value, p.default_value)) e
    WHERE p.organization_id = r.owner_id AND p.name = ? AND e.value = ? COLLATE NOCASE)`;
  return { sql, values: [name, value] };
}

const FIXED_QUALIFIERS: Readonly<Record<string, string>> = {
  "visibility:public": "r.private = 0",
  "visibility:private": "r.private = 1 AND r.internal = 0",
  "visibility:internal": "r.internal = 1",
  "is:public": "r.private = 0",
  "is:private": "r.private = 1 AND r.internal = 0",
  "is:internal": "r.internal = 1",
  "archived:true": "r.archived = 1",
  "archived:false": "r.archived = 0",
  "fork:true": "TRUE",
  "fork:only": "r.parent_id IS NOT NULL",
  "fork:false": "r.parent_id IS NULL",
  "template:true": "json_extract(r.settings, '$.is_template')",
  "template:false": "NOT json_extract(r.settings, '$.is_template')",
};

const OWNER_LOGIN = "(SELECT login FROM accounts WHERE id = r.owner_id)";

const TEXT_QUALIFIERS: Readonly<Record<string, string>> = {
  language: "r.language = ? COLLATE NOCASE",
  license: "r.license = ? COLLATE NOCASE",
  topic: "EXISTS (SELECT 1 FROM json_each(r.topics) t WHERE t.value = ? COLLATE NOCASE)",
  repo: `${OWNER_LOGIN} || '/' || r.name = ? COLLATE NOCASE`,
  org: `${OWNER_LOGIN} = ? COLLATE NOCASE`,
  user: `${OWNER_LOGIN} = ? COLLATE NOCASE`,
};

const NUMBER_QUALIFIERS: Readonly<Record<string, string>> = {
  stars: "coalesce((SELECT stars FROM star_counts s WHERE s.repository_id = r.id), 0)",
  size: "r.size",
};

const TIME_QUALIFIERS: Readonly<Record<string, string>> = {
  created: "r.created_at",
  updated: "r.updated_at",
  pushed: "r.pushed_at",
};
