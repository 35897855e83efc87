import { InputError } from "../errors.ts";

/** The claims of a job's identity token. Claims that the job does not have are omitted. */
export type Claims = Readonly<Record<string, string | undefined>>;

/** Claim keys of the default subject. */
export const DEFAULT_KEYS: readonly string[] = ["repo", "context"];

/** Options of {@link subjectOf}. */
export interface SubjectOptions {
  /** The template's claim keys in order; empty or undefined: those of the default subject. */
  readonly keys?: readonly string[] | undefined;
  readonly claims: Claims;
  /** Adds the ids of owner and repository, which do not change on a rename; default false. */
  readonly immutable?: boolean | undefined;
}

/**
 * Returns the subject (`sub`) of a job's identity token: the default one, such as
 * `repo:acme/widgets:ref:refs/heads/main`, or the one that a template derives from the job's claims.
 * @throws InputError if the job does not have a claim of the template
 * @see https://docs.github.com/en/actions/reference/security/oidc
 */
export function subjectOf({ keys = DEFAULT_KEYS, claims, immutable = false }: SubjectOptions): string {
  const parts = (keys.length === 0 ? DEFAULT_KEYS : keys).map((key) => {
    if (key === "context") return contextOf(claims);
    if (key === "repo") return formatPart(key, immutable ? immutableName(claims) : claimOf(claims, "repository", key));
    return formatPart(key, claimOf(claims, key, key));
  });
  return parts.join(":");
}

/** An environment takes precedence over a pull request, and that over a branch or tag. */
function contextOf(claims: Claims): string {
  if (claims["environment"] !== undefined) return formatPart("environment", claims["environment"]);
  return isPullRequestEvent(claims["event_name"])
    ? "pull_request"
    : formatPart("ref", claimOf(claims, "ref", "context"));
}

/** A job for `pull_request_target` runs for the base branch. */
function isPullRequestEvent(event = ""): boolean {
  return /^pull_request(?!_target$)/.test(event);
}

function immutableName(claims: Claims): string {
  const [owner, name] = claimOf(claims, "repository", "repo").split("/");
  return `${owner}@${claimOf(claims, "repository_owner_id", "repo")}/${name}@${claimOf(claims, "repository_id", "repo")}`;
}

function claimOf(claims: Claims, name: string, key: string): string {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (value !== undefined) return value;
  const reason = key === "environment" ? "but the job has no environment" : `but the job has no claim "${name}"`;
  throw new InputError(`The subject template contains "${key}", ${reason}.`, { field: name });
}

/** Colons in values are escaped. */
function formatPart(key: string, value: string): string {
  return `${key}:${value.replaceAll(":", "%3A")}`;
}
