import { InputError } from "../errors.ts";

/** What a job's identity token says of the job, by claim; a claim that the job doesn't have is left out. */
export type Claims = Readonly<Record<string, string | undefined>>;

/** What the subject is made of where no template says otherwise (public documents of the format). */
export const DEFAULT_KEYS: readonly string[] = ["repo", "context"];

/** A subject to be made. */
export interface SubjectOptions {
  /** The template's claim keys in their order; none, or left out: those of the default subject. */
  readonly keys?: readonly string[] | undefined;
  readonly claims: Claims;
  /** Owner and repository are followed by their ids, which no new name changes; default false. */
  readonly immutable?: boolean | undefined;
}

/**
 * The subject (`sub`) of a job's identity token: `repo:acme/widgets:ref:refs/heads/main`, or what a template makes of the
 * job's claims (documents 2 and 3, OIDC subject template; public documents of the format).
 * @throws InputError that names the claim which the template asks for and the job doesn't have
 */
export function subjectOf({ keys = DEFAULT_KEYS, claims, immutable = false }: SubjectOptions): string {
  const parts = (keys.length === 0 ? DEFAULT_KEYS : keys).map((key) => {
    if (key === "context") return contextOf(claims);
    if (key === "repo") return part(key, immutable ? immutableName(claims) : claimOf(claims, "repository", key));
    return part(key, claimOf(claims, key, key));
  });
  return parts.join(":");
}

/** The environment counts before the pull request, and that before the branch or tag. */
function contextOf(claims: Claims): string {
  if (claims["environment"] !== undefined) return part("environment", claims["environment"]);
  return isOfPullRequest(claims["event_name"]) ? "pull_request" : part("ref", claimOf(claims, "ref", "context"));
}

/** By `pull_request_target` a job runs for the branch that the pull request goes to. */
function isOfPullRequest(event = ""): boolean {
  return /^pull_request(?!_target$)/.test(event);
}

function immutableName(claims: Claims): string {
  const [owner, name] = claimOf(claims, "repository", "repo").split("/");
  return `${owner}@${claimOf(claims, "repository_owner_id", "repo")}/${name}@${claimOf(claims, "repository_id", "repo")}`;
}

function claimOf(claims: Claims, name: string, key: string): string {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (value !== undefined) return value;
  const why = key === "environment" ? "and the job names no environment" : `and the job has no claim "${name}"`;
  throw new InputError(`The subject template asks for "${key}", ${why}.`, { field: name });
}

/** A colon in a value must not look like one between parts. */
function part(key: string, value: string): string {
  return `${key}:${value.replaceAll(":", "%3A")}`;
}
