import { readNumberRange, readTimeRange } from "../../search/ranges.ts";
import { allOf, type Condition, literally, within } from "../../state/condition.ts";

/**
 * The repositories `r` that a search finds: words of their names and descriptions, and qualifiers, of which `props.NAME:` is
 * about custom properties (public documentation of searching for repositories). A minus turns one around; a qualifier that
 * is not known is a word.
 */
export function readRepositoryQuery(query: string): Condition {
  const terms = [...query.matchAll(/(-?)(?:([\w.-]+):)?("[^"]*"|\S+)/g)];
  return allOf(
    terms.map(([term, minus, qualifier, quoted = ""]) => {
      const value = quoted.replaceAll('"', "");
      const condition = (qualifier === undefined ? undefined : qualified(qualifier, value)) ?? containing(bare(term));
      return minus === "" ? condition : { sql: `NOT coalesce(${condition.sql}, FALSE)`, values: condition.values };
    }),
  );
}

const bare = (term: string) => term.replace(/^-/, "").replaceAll('"', "");

function containing(word: string): Condition {
  const pattern = `%${literally(word)}%`;
  return { sql: "(r.name LIKE ? ESCAPE '\\' OR r.description LIKE ? ESCAPE '\\')", values: [pattern, pattern] };
}

function qualified(qualifier: string, value: string): Condition | undefined {
  const property = /^props\.(.+)$/.exec(qualifier)?.[1];
  if (property !== undefined) return hasProperty(property, value);
  const word = WORDS[`${qualifier}:${value}`.toLowerCase()];
  if (word !== undefined) return { sql: word, values: [] };
  const text = TEXTS[qualifier];
  if (text !== undefined) return { sql: text, values: [value] };
  const [number, time] = [NUMBERS[qualifier], TIMES[qualifier]];
  const range = number === undefined ? readTimeRange(value) : readNumberRange(value);
  const column = number ?? time;
  return column === undefined || !range ? undefined : within(column, range);
}

/** Its own value or its organization's default; of several values, one. */
function hasProperty(name: string, value: string): Condition {
  const sql = `EXISTS (SELECT 1 FROM custom_properties p
    LEFT JOIN custom_property_values v ON v.repository_id = r.id AND v.name = p.name
    JOIN json_each(coalesce(v.value, p.default_value)) e
    WHERE p.organization_id = r.owner_id AND p.name = ? AND e.value = ? COLLATE NOCASE)`;
  return { sql, values: [name, value] };
}

const WORDS: Readonly<Record<string, string>> = {
  "visibility:public": "r.private = 0",
  "visibility:private": "r.private = 1",
  "visibility:internal": "FALSE",
  "is:public": "r.private = 0",
  "is:private": "r.private = 1",
  "is:internal": "FALSE",
  "archived:true": "r.archived = 1",
  "archived:false": "r.archived = 0",
  "fork:true": "TRUE",
  "fork:only": "r.parent_id IS NOT NULL",
  "fork:false": "r.parent_id IS NULL",
  "template:true": "json_extract(r.settings, '$.is_template')",
  "template:false": "NOT json_extract(r.settings, '$.is_template')",
};

const OWNER = "(SELECT login FROM accounts WHERE id = r.owner_id)";

const TEXTS: Readonly<Record<string, string>> = {
  language: "r.language = ? COLLATE NOCASE",
  license: "r.license = ? COLLATE NOCASE",
  topic: "EXISTS (SELECT 1 FROM json_each(r.topics) t WHERE t.value = ? COLLATE NOCASE)",
  repo: `${OWNER} || '/' || r.name = ? COLLATE NOCASE`,
  org: `${OWNER} = ? COLLATE NOCASE`,
  user: `${OWNER} = ? COLLATE NOCASE`,
};

const NUMBERS: Readonly<Record<string, string>> = {
  stars: "coalesce((SELECT stars FROM star_counts s WHERE s.repository_id = r.id), 0)",
  size: "r.size",
};

const TIMES: Readonly<Record<string, string>> = {
  created: "r.created_at",
  updated: "r.updated_at",
  pushed: "r.pushed_at",
};
