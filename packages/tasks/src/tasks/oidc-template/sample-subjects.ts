import { isInputError } from "@forgehand/core";
import { type Claims, subjectOf } from "@forgehand/core/oidc";
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
  /** `either`: the service does not say whether subjects contain ids, and it can't be derived. */
  readonly ids: "yes" | "no" | "either";
}

/** Repositories created or renamed on GitHub since this date have ids in their subjects. */
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
  const [, owner, ownerId, repo, id] = /^repo:([^@/]+)(?:@(\d+))?\/([^@:]+)(?:@(\d+))?$/.exec(prefix) ?? [];
  const ids = hasIds(template);
  const isNew = facts.created !== undefined && facts.created.getTime() >= IMMUTABLE_SINCE;
  const defaultIds = now < IMMUTABLE_SINCE ? "no" : isNew && isHosted ? "yes" : "either";
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

/**
 * Describes the subjects of a template for the default branch, a tag, a pull request and an environment, one per line.
 * Values known only within a job are shown as `*`.
 */
export function sampleSubjects(keys: readonly string[], names: SubjectNames, environment: string): string {
  const { owner, repo, ownerId, id, defaultBranch } = names;
  const repositoryClaims = {
    repository: `${owner}/${repo}`,
    repository_owner: owner,
    repository_id: id,
    repository_owner_id: ownerId,
    repository_visibility: names.visibility,
  };
  const job = { event_name: "push", head_ref: "", base_ref: "" };
  const branch = `refs/heads/${defaultBranch}`;
  const samples: Readonly<Record<string, Claims>> = {
    branch: { ...job, ref: branch, ref_type: "branch" },
    tag: { ...job, ref: "refs/tags/v1.0.0", ref_type: "tag" },
    "pull request": {
      event_name: "pull_request",
      ref: "refs/pull/*/merge",
      ref_type: "branch",
      head_ref: "*",
      base_ref: defaultBranch,
    },
    [`environment ${environment}`]: { ...job, ref: branch, ref_type: "branch", environment },
  };
  const texts = Object.entries(samples).map(([label, claims]) => {
    const placeholders = Object.fromEntries(keys.filter(hasPlaceholder).map((key) => [key, "*"]));
    return `${label}: ${describeSubject(keys, { ...placeholders, ...repositoryClaims, ...claims }, names.ids === "yes")}`;
  });
  const immutableNote =
    names.ids === "either" && keys.includes("repo")
      ? `;\nif subjects are immutable, repo:${owner}@${ownerId}/${repo}@${id} instead of repo:${owner}/${repo}`
      : "";
  return texts.join(";\n") + immutableNote;
}

/** Claims with unknown values are shown as `*`. Jobs without an environment have no environment claims. */
const hasPlaceholder = (key: string) => key !== "environment" && key !== "environment_node_id";

function describeSubject(keys: readonly string[], claims: Claims, immutable: boolean): string {
  try {
    const nodeIdClaim = claims["environment"] === undefined ? {} : { environment_node_id: "*" };
    return subjectOf({ keys, claims: { ...claims, ...nodeIdClaim }, immutable });
  } catch (error) {
    if (isInputError(error)) return "no token, because the job has no environment";
    throw error;
  }
}
