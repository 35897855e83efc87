/** What a job's identity token says of it, by claim. */
export type Claims = Readonly<Record<string, string>>;

/** What a subject is made of. */
interface SubjectTemplate {
  /** Claims in their order; `repo` and `context` stand for parts of the default subject. */
  readonly keys: readonly string[];
  /** Owner and repository are followed by their numbers, which no new name changes. */
  readonly immutable: boolean;
}

/** A template asks for what a job doesn't have. */
export class MissingClaim extends Error {
  override name = "MissingClaim" as const;
}

/**
 * The subject of a job's identity token: `repo:acme/widgets:ref:refs/heads/main` by the default keys, and as a
 * template of other keys says it (document 3, OIDC subject template; public documents of the format).
 * @throws MissingClaim
 */
export function subjectOf({ keys, immutable }: SubjectTemplate, claims: Claims): string {
  return keys
    .map((key) => {
      if (key === "repo") return `repo:${escaped(repositoryOf(claims, immutable))}`;
      if (key === "context") return contextOf(claims);
      const value = Object.hasOwn(claims, key) ? claims[key] : undefined;
      if (value !== undefined) return `${key}:${escaped(value)}`;
      throw new MissingClaim(
        key === "environment"
          ? "The subject template asks for an environment, and the job names none."
          : `The subject template asks for the claim "${key}", and the job has none.`,
      );
    })
    .join(":");
}

/** How the default subject tells owner and repository. */
function repositoryOf(claims: Claims, immutable: boolean): string {
  const { repository = "", repository_id, repository_owner_id } = claims;
  if (!immutable) return repository;
  const [owner, name] = repository.split("/");
  return `${owner}@${repository_owner_id}/${name}@${repository_id}`;
}

/** What comes after the repository in the default subject: the environment before the pull request before the ref. */
function contextOf({ environment, event_name = "", ref = "" }: Claims): string {
  if (environment !== undefined) return `environment:${escaped(environment)}`;
  return isAboutPull(event_name) ? "pull_request" : `ref:${escaped(ref)}`;
}

/** Does a job run for a pull request as it would be merged? By `pull_request_target` it runs for the base. */
export function isAboutPull(event: string): boolean {
  return event.startsWith("pull_request") && event !== "pull_request_target";
}

/** A colon in a value is none between values. */
function escaped(value: string): string {
  return value.replaceAll(":", "%3A");
}
