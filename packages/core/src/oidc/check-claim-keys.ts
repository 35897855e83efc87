import { closestMatch } from "../closest-match.ts";
import { CLAIM_KEYS, PROPERTY_PREFIX } from "./claim-keys.ts";

/** What there is to say of a template's keys. */
export interface KeysCheck {
  /** Why the service would refuse them, or could give no job a token. */
  readonly problems: readonly string[];
  /** What whoever sets them ought to know. */
  readonly warnings: readonly string[];
}

/** What tells one repository from all others. A run began with a workflow of its own repository. */
const REPOSITORY: readonly string[] = ["repo", "repository", "repository_id", "workflow_ref"];
/** What tells one owner's jobs from everybody else's. A reusable workflow may be called by anybody who can read it. */
const OWNER: readonly string[] = ["repository_owner", "repository_owner_id", "enterprise", "enterprise_id"];
/** What tells one branch, tag or environment from another. */
const PLACE: readonly string[] = ["context", "ref", "environment", "workflow_ref", "sha", "workflow_sha"];

/**
 * Checks the claim keys of a subject template, before they are set (documents 2 and 3, OIDC subject template).
 * @param supported the claims that the issuer's discovery document names, beside those that are known here
 */
export function checkClaimKeys(keys: readonly string[], supported: Iterable<string> = []): KeysCheck {
  if (keys.length === 0) return { problems: ["no claim key is given, which is the default subject"], warnings: [] };
  const known = [...new Set([...Object.keys(CLAIM_KEYS), ...supported])];
  const problems = keys.flatMap((key, index) => {
    if (!/^[A-Za-z0-9_]+$/.test(key))
      return [`${JSON.stringify(key)} is no claim key: they have letters, digits and _`];
    if (keys.indexOf(key) < index) return [`the claim key ${key} is there twice`];
    const isProperty = key.startsWith(PROPERTY_PREFIX) && key !== PROPERTY_PREFIX;
    if (isProperty || known.includes(key)) return [];
    const meant = closestMatch(key, known);
    return [`there is no claim ${key}${meant === undefined ? "" : `; did you mean ${meant}?`}`];
  });
  return { problems, warnings: problems.length > 0 ? [] : warningsAbout(keys) };
}

function warningsAbout(keys: readonly string[]): readonly string[] {
  const has = (names: readonly string[]) => names.some((name) => keys.includes(name));
  const template = keys.join(":");
  const warnings: string[] = [];
  if (!has(REPOSITORY)) {
    const whose = has(OWNER)
      ? "any repository of the owner can get the same subject"
      : "any repository of the service, of whatever owner, can get the same subject";
    warnings.push(`${template} is too wide: it names no repository, so ${whose}. Add repo or repository_id.`);
  }
  if (!has(PLACE)) {
    warnings.push(
      `${template} is too wide: it names no branch, tag or environment, so a job of any branch or pull request gets the same subject. Add context or ref.`,
    );
  }
  const forced = keys.find((key) => key === "environment" || key === "environment_node_id");
  if (forced !== undefined) {
    warnings.push(
      `${template} forces an environment: with the key ${forced}, jobs that name no environment get no token. With context in its place they do.`,
    );
  }
  return warnings;
}
