import { propertiesOf } from "../state/custom-properties.ts";
import type { Database } from "../state/database.ts";
import { type Repository, visibilityOf } from "../state/repositories.ts";
import {
  enabledRulesets,
  type NamePatterns,
  type PropertyConditions,
  type Ruleset,
  type RulesetConditions,
} from "../state/rulesets.ts";
import { findProtection, protectionSources } from "./branch-protection.ts";
import { bypassModeOf, type RefActor } from "./bypass-mode.ts";
import { matchesPattern } from "./name-pattern.ts";
import type { ProposedRefUpdate } from "./push-context.ts";
import type { RuleSource } from "./rule-source.ts";

/**
 * Returns the rules that apply to a ref of a repository: those of its owner's enabled rulesets, then those of the
 * branch's protection.
 * @param ref the full name: `refs/heads/main`
 */
export function applicableSources(
  db: Database,
  repository: Repository,
  { ref, isForkSync = false }: Pick<ProposedRefUpdate, "ref" | "isForkSync">,
  actor: RefActor,
): RuleSource[] {
  const rulesets = enabledRulesets(db, repository.owner_id).filter((ruleset) =>
    appliesTo(db, ruleset, repository, ref),
  );
  return [
    ...rulesets.map((ruleset): RuleSource => {
      const { id, name, enforcement, rules } = ruleset;
      return {
        source: { type: "ruleset", id, name },
        enforcement: enforcement === "evaluate" ? "evaluate" : "active",
        rules: rules.map((rule) => ({ rule })),
        bypassMode: bypassModeOf(db, ruleset, repository, actor),
      };
    }),
    ...protectionSources(db, repository, ref, actor, isForkSync),
  ];
}

/** Returns whether a branch is protected: by a protection, or by rules of an active ruleset for branches. */
export function isProtectedBranch(db: Database, repository: Repository, branch: string): boolean {
  if (findProtection(db, repository.id, branch)) return true;
  return enabledRulesets(db, repository.owner_id).some(
    (ruleset) =>
      ruleset.target === "branch" &&
      ruleset.enforcement === "active" &&
      ruleset.rules.length > 0 &&
      appliesTo(db, ruleset, repository, `refs/heads/${branch}`),
  );
}

function appliesTo(db: Database, { target, conditions }: Ruleset, repository: Repository, ref: string): boolean {
  return (
    conditions !== null &&
    matchesRef(target, conditions, repository, ref) &&
    matchesRepository(db, conditions, repository)
  );
}

/** Rulesets whose target is `repository` never apply to pushes. */
function matchesRef(
  target: Ruleset["target"],
  { ref_name }: RulesetConditions,
  { default_branch }: Repository,
  ref: string,
): boolean {
  if (target === "push") return true;
  const folder = target === "branch" ? "refs/heads/" : target === "tag" ? "refs/tags/" : undefined;
  if (folder === undefined || !ref.startsWith(folder) || !ref_name) return false;
  return matchesConditions(ref_name, (pattern) => {
    if (pattern === "~DEFAULT_BRANCH") return ref === `refs/heads/${default_branch}`;
    return pattern === "~ALL" || matchesPattern(pattern, ref) || matchesPattern(pattern, ref.slice(folder.length));
  });
}

function matchesRepository(db: Database, conditions: RulesetConditions, repository: Repository): boolean {
  const { repository_name: names, repository_id: ids, repository_property: properties } = conditions;
  if (ids) return ids.repository_ids.includes(repository.id);
  if (properties) return matchesProperties(db, properties, repository);
  const name = repository.name.toLowerCase();
  return (
    names !== undefined &&
    matchesConditions(names, (pattern) => pattern === "~ALL" || matchesPattern(pattern.toLowerCase(), name))
  );
}

function matchesConditions({ include, exclude }: NamePatterns, isMatch: (pattern: string) => boolean): boolean {
  return include.some(isMatch) && !exclude.some(isMatch);
}

export const SYSTEM_PROPERTIES: Readonly<Record<string, (repository: Repository) => string>> = {
  fork: (repository) => String(repository.parent_id !== null),
  language: (repository) => repository.language ?? "",
  visibility: visibilityOf,
};

function matchesProperties(db: Database, { include, exclude }: PropertyConditions, repository: Repository): boolean {
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
