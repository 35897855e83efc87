/** A job's claims by name. */
export type Claims = Readonly<Record<string, string>>;

interface SubjectTemplate {
  /** Claims in order; `repo` and `context` stand for the parts of the default subject. */
  readonly keys: readonly string[];
  /** Whether owner and repository names are followed by their IDs, which survive renames. */
  readonly immutable: boolean;
}

/** The template contains a claim that the job doesn't have. */
export class MissingClaimError extends Error {
  override name = "MissingClaimError" as const;
}

/**
 * Formats the subject of a job's ID token: `repo:acme/widgets:ref:refs/heads/main` with the default keys, otherwise as
 * the template's keys define it, in the format that GitHub documents.
 * @throws MissingClaimError
 */
export function formatSubject({ keys, immutable }: SubjectTemplate, claims: Claims): string {
  return keys
    .map((key) => {
      if (key === "repo") return `repo:${escapeColons(formatRepository(claims, immutable))}`;
      if (key === "context") return formatContext(claims);
      const value = Object.hasOwn(claims, key) ? claims[key] : undefined;
      if (value !== undefined) return `${key}:${escapeColons(value)}`;
      throw new MissingClaimError(
        key === "environment"
          ? "The subject template requires an environment, but the job has none."
          : `The subject template requires the claim "${key}", but the job doesn't have it.`,
      );
    })
    .join(":");
}

/** Formats owner and repository in the default subject. */
function formatRepository(claims: Claims, immutable: boolean): string {
  const { repository = "", repository_id, repository_owner_id } = claims;
  if (!immutable) return repository;
  const [owner, name] = repository.split("/");
  return `${owner}@${repository_owner_id}/${name}@${repository_id}`;
}

/** Formats the second part of the default subject: the environment, otherwise the pull request, otherwise the ref. */
function formatContext({ environment, event_name = "", ref = "" }: Claims): string {
  if (environment !== undefined) return `environment:${escapeColons(environment)}`;
  return isPullRequestMergeEvent(event_name) ? "pull_request" : `ref:${escapeColons(ref)}`;
}

/** Whether a job runs for the merge of a pull request. `pull_request_target` runs for the base. */
export function isPullRequestMergeEvent(event: string): boolean {
  return event.startsWith("pull_request") && event !== "pull_request_target";
}

/** Escapes colons, which separate keys and values. */
function escapeColons(value: string): string {
  return value.replaceAll(":", "%3A");
}
