import { isInputError } from "@forgehand/core";
import { type Claims, subjectOf } from "@forgehand/core/oidc";
import type { TrustJob } from "../../settings/values.ts";
import type { RepositoryFacts } from "../../targets/directory.ts";
import { hasIds, type SubjectTemplate } from "./template.ts";

/** Names and ids of a repository as they appear in subjects. */
export interface SubjectNames {
  readonly owner: string;
  readonly repo: string;
  readonly ownerId: string;
  readonly id: string;
  readonly defaultBranch: string;
  readonly visibility: string;
  readonly ids: SubjectIds;
}

/** Whether subjects contain ids. `either`: the service does not say, and it can't be derived. */
export type SubjectIds = "yes" | "no" | "either";

/** The subjects of one kind of job. */
export interface JobSubjects {
  readonly label: string;
  /** Values known only within a job are `*`. Empty if the job gets no token; two if they may contain ids. */
  readonly subjects: readonly string[];
}

/** Repositories created, renamed or transferred on GitHub since this date have ids in their subjects. */
const IMMUTABLE_SINCE = Date.parse("2026-07-15T00:00:00Z");

/**
 * Derives the names in a repository's subjects.
 * @param isHosted true if the service is known to be GitHub's
 */
export function subjectNames(
  template: SubjectTemplate,
  facts: RepositoryFacts,
  now: number,
  isHosted: boolean,
): SubjectNames {
  const { prefix = "" } = template;
  const [, owner, ownerId, repo, id] = /^repo:([^:@/]+)(?:@(\d+))?\/([^:@/]+)(?:@(\d+))?$/.exec(prefix) ?? [];
  const ids = hasIds(template);
  const defaultIds = now < IMMUTABLE_SINCE ? "no" : isNew(facts) && isHosted ? "yes" : "either";
  return {
    owner: owner ?? facts.owner,
    repo: repo ?? facts.repo,
    ownerId: ownerId ?? String(facts.ownerId),
    id: id ?? String(facts.id),
    defaultBranch: facts.defaultBranch,
    visibility: facts.visibility,
    ids: ids === undefined ? defaultIds : ids ? "yes" : "no",
  };
}

/** Returns true for a repository that was created after subjects with ids became mandatory. */
export function isNew({ created }: Pick<RepositoryFacts, "created">): boolean {
  return created !== undefined && created.getTime() >= IMMUTABLE_SINCE;
}

/** Returns names for any repository of an organization. */
export function anyRepository(org: string, immutable: boolean | undefined, now: number): SubjectNames {
  const defaultIds = now < IMMUTABLE_SINCE ? "no" : "either";
  return {
    owner: org,
    repo: "*",
    ownerId: "*",
    id: "*",
    defaultBranch: "main",
    visibility: "*",
    ids: immutable ? "yes" : defaultIds,
  };
}

/** Returns the subjects of a template for the default branch, a tag, a pull request and an environment. */
export function jobSubjects(keys: readonly string[], names: SubjectNames, environment: string): readonly JobSubjects[] {
  const subjects = (job: TrustJob) => subjectsOf(keys, names, jobClaims(job, names, environment, "v1.0.0"));
  return [
    { label: "branch", subjects: subjects("branch") },
    { label: "tag", subjects: subjects("tag") },
    { label: "pull request", subjects: subjects("pull-request") },
    { label: `environment ${environment}`, subjects: subjects("environment") },
  ];
}

/** Describes the subjects of a job in one line. */
export function describeSubjects({ subjects }: JobSubjects): string {
  return subjects.length === 0 ? "no token, because the job has no environment" : subjects.join(" or ");
}

/** Subjects to trust, and whether some of them have wildcards. */
export interface TrustedSubjects {
  readonly subjects: readonly string[];
  readonly pattern: boolean;
}

/**
 * Returns the subjects of a kind of job for a trust condition. Values that only a job knows are wildcards, but only in
 * subjects that name the repository and the branch, tag or environment.
 * @returns a text about what is wrong if the condition would be too broad
 */
export function trustedSubjects(
  keys: readonly string[],
  names: SubjectNames,
  environment: string,
  job: TrustJob,
): TrustedSubjects | string {
  const claims = jobClaims(job, names, environment, "*");
  const subjects = subjectsOf(keys, names, claims);
  const known = knownClaims(names, claims);
  const unknown = keys.filter((key) => key !== "repo" && key !== "context" && isUnknown(known[key]));
  const isTagPattern = job === "tag" && keys.some((key) => key === "context" || key === "ref");
  if (subjects.length === 0 || (unknown.length === 0 && !isTagPattern)) return { subjects, pattern: false };
  const [subject] = subjects;
  const isPinned =
    keys.some((key) => ["repo", "repository", "repository_id"].includes(key)) &&
    keys.some((key) => key === "context" || key === "ref" || (key === "environment" && job === "environment"));
  if (!isPinned) {
    return `the subject ${subject} would have to be trusted with any ${unknown.join(", ")}, which only a job knows, without naming repository and branch or environment. Add repo and context to include-claim-keys.`;
  }
  // Clouds can't distinguish these characters from wildcards.
  if (job === "environment" && /[*?]/.test(environment)) {
    return `the subject ${subject} needs wildcards for ${unknown.join(", ")}, so its environment must not contain * or ?.`;
  }
  return { subjects, pattern: true };
}

const isUnknown = (value: string | undefined) =>
  value === undefined || /^refs\/(?:pull\/\*\/merge|tags\/\*)$|^\*$/.test(value);

/** Returns the claims of a job by which its kind is known. */
function jobClaims(job: TrustJob, { defaultBranch }: SubjectNames, environment: string, tag: string): Claims {
  const branch = {
    event_name: "push",
    head_ref: "",
    base_ref: "",
    ref: `refs/heads/${defaultBranch}`,
    ref_type: "branch",
  };
  switch (job) {
    case "branch":
      return branch;
    case "tag":
      return { ...branch, ref: `refs/tags/${tag}`, ref_type: "tag" };
    case "pull-request":
      return {
        ...branch,
        event_name: "pull_request",
        ref: "refs/pull/*/merge",
        head_ref: "*",
        base_ref: defaultBranch,
      };
    case "environment":
      return { ...branch, environment, environment_node_id: "*" };
  }
}

function knownClaims({ owner, repo, ownerId, id, visibility }: SubjectNames, claims: Claims): Claims {
  return {
    repository: `${owner}/${repo}`,
    repository_owner: owner,
    repository_id: id,
    repository_owner_id: ownerId,
    repository_visibility: visibility,
    ...claims,
  };
}

function subjectsOf(keys: readonly string[], names: SubjectNames, claims: Claims): readonly string[] {
  const placeholders = Object.fromEntries(keys.filter(hasPlaceholder).map((key) => [key, "*"]));
  const allClaims = { ...placeholders, ...knownClaims(names, claims) };
  const variants = names.ids === "either" ? [false, true] : [names.ids === "yes"];
  try {
    return [...new Set(variants.map((immutable) => subjectOf({ keys, claims: allClaims, immutable })))];
  } catch (error) {
    if (isInputError(error)) return [];
    throw error;
  }
}

/** Claims with unknown values are shown as `*`. Jobs without an environment have no environment claims. */
const hasPlaceholder = (key: string) => key !== "environment" && key !== "environment_node_id";
