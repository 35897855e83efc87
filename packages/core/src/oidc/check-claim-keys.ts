import { closestMatch } from "../closest-match.ts";
import { CLAIM_KEYS, PROPERTY_PREFIX } from "./claim-keys.ts";

/** Result of {@link checkClaimKeys}. */
export interface ClaimKeysCheck {
  /** Reasons why the service would reject the keys, or could not issue a token to any job. */
  readonly problems: readonly string[];
  /** Security and usability warnings. */
  readonly warnings: readonly string[];
}

/** Keys that identify a repository. The file in `workflow_ref` always belongs to the run's own repository. */
const REPOSITORY_KEYS: readonly string[] = ["repo", "repository", "repository_id", "workflow_ref"];
/**
 * Keys that identify an owner. A reusable workflow can be called from any repository that can read it, so it is not one
 * of them.
 */
const OWNER_KEYS: readonly string[] = ["repository_owner", "repository_owner_id", "enterprise", "enterprise_id"];
/** Keys that identify a branch, tag or environment. */
const REF_KEYS: readonly string[] = ["context", "ref", "environment", "workflow_ref", "sha", "workflow_sha"];

/**
 * Checks the claim keys of a subject template before they are set.
 * @param supported claims from the issuer's discovery document, in addition to the known ones
 */
export function checkClaimKeys(keys: readonly string[], supported: Iterable<string> = []): ClaimKeysCheck {
  if (keys.length === 0)
    return {
      problems: ["the template must have at least one claim key; without keys, the default subject is used."],
      warnings: [],
    };
  const known = [...new Set([...Object.keys(CLAIM_KEYS), ...supported])];
  const problems = keys.flatMap((key, index) => {
    if (!/^[A-Za-z0-9_]+$/.test(key)) return [`${JSON.stringify(key)} must contain only letters, digits and _.`];
    if (keys.indexOf(key) < index) return [`the claim key ${key} must not be repeated.`];
    const isProperty = key.startsWith(PROPERTY_PREFIX) && key !== PROPERTY_PREFIX;
    if (isProperty || known.includes(key)) return [];
    const suggestion = closestMatch(key, known);
    return [`${key} is not a known claim.${suggestion === undefined ? "" : ` Did you mean ${suggestion}?`}`];
  });
  return { problems, warnings: problems.length > 0 ? [] : warningsAbout(keys) };
}

function warningsAbout(keys: readonly string[]): readonly string[] {
  const has = (names: readonly string[]) => names.some((name) => keys.includes(name));
  const template = keys.join(":");
  const warnings: string[] = [];
  if (!has(REPOSITORY_KEYS)) {
    const sharedBy = has(OWNER_KEYS)
      ? "any repository of the owner can get the same subject"
      : "any repository of any owner can get the same subject";
    warnings.push(`${template} is too broad: it contains no repository, so ${sharedBy}. Add repo or repository_id.`);
  }
  if (!has(REF_KEYS)) {
    warnings.push(
      `${template} is too broad: it contains no branch, tag or environment, so jobs of any branch or pull request get the same subject. Add context or ref.`,
    );
  }
  const environmentKey = keys.find((key) => key === "environment" || key === "environment_node_id");
  if (environmentKey !== undefined) {
    warnings.push(
      `${template} requires an environment: with the key ${environmentKey}, jobs without an environment get no token. Use context instead to avoid that.`,
    );
  }
  return warnings;
}
