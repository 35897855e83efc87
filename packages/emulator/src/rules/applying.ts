import { propertiesOf } from "../state/custom-properties.ts";
import type { Database } from "../state/database.ts";
import type { Repository } from "../state/repositories.ts";
import {
  type Patterns,
  type PropertyConditions,
  type Ruleset,
  type RulesetConditions,
  rulesetsInForce,
} from "../state/rulesets.ts";
import { fits } from "./patterns.ts";

/** The rulesets of a repository's owner that are for one of its refs. @param ref in full: `refs/heads/main` */
export function rulesetsFor(db: Database, repository: Repository, ref: string): Ruleset[] {
  return rulesetsInForce(db, repository.owner_id).filter(
    ({ target, conditions }) =>
      conditions !== null && isOfRef(target, conditions, repository, ref) && isOfRepository(db, conditions, repository),
  );
}

/** What only repositories themselves are held against is no push's affair. */
function isOfRef(
  target: Ruleset["target"],
  { ref_name }: RulesetConditions,
  { default_branch }: Repository,
  ref: string,
): boolean {
  if (target === "push") return true;
  const folder = target === "branch" ? "refs/heads/" : target === "tag" ? "refs/tags/" : undefined;
  if (folder === undefined || !ref.startsWith(folder) || !ref_name) return false;
  return isAmong(ref_name, (pattern) => {
    if (pattern === "~DEFAULT_BRANCH") return ref === `refs/heads/${default_branch}`;
    return pattern === "~ALL" || fits(pattern, ref) || fits(pattern, ref.slice(folder.length));
  });
}

function isOfRepository(db: Database, conditions: RulesetConditions, repository: Repository): boolean {
  const { repository_name: names, repository_id: ids, repository_property: properties } = conditions;
  if (ids) return ids.repository_ids.includes(repository.id);
  if (properties) return hasProperties(db, properties, repository);
  const name = repository.name.toLowerCase();
  return names !== undefined && isAmong(names, (one) => one === "~ALL" || fits(one.toLowerCase(), name));
}

function isAmong({ include, exclude }: Patterns, isMeant: (pattern: string) => boolean): boolean {
  return include.some(isMeant) && !exclude.some(isMeant);
}

/** The properties that every repository has by itself. */
export const SYSTEM_PROPERTIES: Readonly<Record<string, (repository: Repository) => string>> = {
  fork: (repository) => String(repository.parent_id !== null),
  language: (repository) => repository.language ?? "",
  visibility: (repository) => (repository.private ? "private" : "public"),
};

function hasProperties(db: Database, { include, exclude }: PropertyConditions, repository: Repository): boolean {
  const custom = new Map(
    propertiesOf(db, [repository.id])
      .get(repository.id)
      ?.map(({ property_name, value }) => [property_name.toLowerCase(), [value ?? []].flat()]),
  );
  const has = ({ name, property_values, source }: PropertyConditions["include"][number]) => {
    const values = source === "system" ? [SYSTEM_PROPERTIES[name]?.(repository)] : custom.get(name.toLowerCase());
    return values?.some((value) => value !== undefined && property_values.includes(value)) ?? false;
  };
  return include.every(has) && !exclude.some(has);
}
