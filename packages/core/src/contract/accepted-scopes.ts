import { SCOPES, type Scope } from "./access.ts";
import { definitionOf } from "./definition-of.ts";
import { alternativesFor, hasScope } from "./missing-requirements.ts";
import type { AnyOperation } from "./operation-types.ts";

// The scopes that responses list as accepted (`x-accepted-oauth-scopes`), as recorded between 2013 and 2025.

/** Scopes that give access to whole repositories. The service lists them only beside others. */
const REPOSITORY_SCOPES: readonly Scope[] = ["public_repo", "repo"];

/** Scopes listed by operations that public resources need none for, or that list the scope for private repositories. */
const RECORDED_SCOPES: Readonly<Record<string, readonly Scope[]>> = {
  "GET /orgs/{org}": ["admin:org", "read:org", "repo", "user", "write:org"],
  "GET /repos/{owner}/{repo}": ["repo"],
  "GET /repos/{owner}/{repo}/pulls": ["repo"],
  "GET /user/starred": ["repo"],
  "GET /user/subscriptions": ["repo"],
};

/** Returns the scopes that the service lists as accepted, in its order: those required, and those that imply them. */
export function acceptedScopes(operation: AnyOperation): readonly Scope[] {
  const recorded = RECORDED_SCOPES[operation.route];
  if (recorded) return recorded;
  const required = alternativesFor(definitionOf(operation).access, "classic")
    .flat()
    .flatMap((need) => ("scope" in need && need.when === undefined ? need.scope : []));
  const accepted = scopes().filter((scope) => required.some((needed) => hasScope([scope], needed)));
  return accepted.every((scope) => REPOSITORY_SCOPES.includes(scope)) ? [] : accepted.sort();
}

function scopes(): Scope[] {
  const names: Scope[] = [];
  for (const name in SCOPES) if (isScope(name)) names.push(name);
  return names;
}

const isScope = (name: string): name is Scope => Object.hasOwn(SCOPES, name);
