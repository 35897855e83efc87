import { isInputError } from "@forgehand/core";
import { type Claims, subjectOf } from "@forgehand/core/oidc";
import type { RepositoryFacts } from "../../targets/directory.ts";
import type { Template } from "./template.ts";

/** What the claims of a repository's jobs tell of it. */
export interface Named {
  readonly owner: string;
  readonly repo: string;
  readonly ownerId: string;
  readonly id: string;
  readonly defaultBranch: string;
  readonly visibility: string;
  /** `either`: the service doesn't say whether there are ids in the subject, and it can't be known. */
  readonly ids: "yes" | "no" | "either";
}

/** From this day on repositories that are created or renamed have ids in their subjects, but on one's own servers (public documents). */
const IMMUTABLE_FROM = Date.parse("2026-07-15T00:00:00Z");

/** What is known of a repository's names in its subjects. @param isHosted is it known that the service is no server of one's own? */
export function namesOf(template: Template, facts: RepositoryFacts, now: number, isHosted: boolean): Named {
  const { immutable, prefix = "" } = template;
  const [, owner, ownerId, repo, id] = /^repo:([^@/]+)(?:@(\d+))?\/([^@:]+)(?:@(\d+))?$/.exec(prefix) ?? [];
  const isNew = facts.created !== undefined && facts.created.getTime() >= IMMUTABLE_FROM;
  const unsaid = now < IMMUTABLE_FROM ? "no" : isNew && isHosted ? "yes" : "either";
  return {
    owner: owner ?? facts.owner,
    repo: repo ?? facts.repo,
    ownerId: ownerId ?? String(facts.ownerId),
    id: id ?? String(facts.id),
    defaultBranch: facts.defaultBranch,
    visibility: facts.visibility,
    ids: immutable === undefined ? unsaid : immutable ? "yes" : "no",
  };
}

/** Any repository of an organization. */
export function anyOf(org: string, immutable: boolean | undefined, now: number): Named {
  const unsaid = now < IMMUTABLE_FROM ? "no" : "either";
  return {
    ...{ owner: org, repo: "*", ownerId: "*", id: "*", defaultBranch: "main", visibility: "*" },
    ids: immutable === undefined ? unsaid : immutable ? "yes" : "no",
  };
}

/**
 * The subjects that jobs get by a template: for the default branch, a tag, a pull request and an environment. What only a job
 * itself knows is shown as `*`. A line for each: there is no reading them in a table's cell otherwise.
 */
export function sampleSubjects(keys: readonly string[], named: Named, environment: string): string {
  const { owner, repo, ownerId, id, defaultBranch } = named;
  const about = {
    ...{ repository: `${owner}/${repo}`, repository_owner: owner, repository_id: id, repository_owner_id: ownerId },
    repository_visibility: named.visibility,
  };
  const job = { event_name: "push", head_ref: "", base_ref: "" };
  const branch = `refs/heads/${defaultBranch}`;
  const samples: Readonly<Record<string, Claims>> = {
    branch: { ...job, ref: branch, ref_type: "branch" },
    tag: { ...job, ref: "refs/tags/v1.0.0", ref_type: "tag" },
    "pull request": {
      ...{ event_name: "pull_request", ref: "refs/pull/*/merge", ref_type: "branch" },
      ...{ head_ref: "*", base_ref: defaultBranch },
    },
    [`environment ${environment}`]: { ...job, ref: branch, ref_type: "branch", environment },
  };
  const texts = Object.entries(samples).map(([of, claims]) => {
    const jobs = Object.fromEntries(keys.filter(isTheJobs).map((key) => [key, "*"]));
    return `${of}: ${subjectOrNone(keys, { ...jobs, ...about, ...claims }, named.ids === "yes")}`;
  });
  const other =
    named.ids === "either" && keys.includes("repo")
      ? `;\nif its subjects are immutable, repo:${owner}@${ownerId}/${repo}@${id} in place of repo:${owner}/${repo}`
      : "";
  return texts.join(";\n") + other;
}

/** A claim that is another from job to job, or that nothing here tells. */
const isTheJobs = (key: string) => key !== "environment" && key !== "environment_node_id";

function subjectOrNone(keys: readonly string[], claims: Claims, immutable: boolean): string {
  try {
    const node = claims["environment"] === undefined ? {} : { environment_node_id: "*" };
    return subjectOf({ keys, claims: { ...claims, ...node }, immutable });
  } catch (error) {
    if (isInputError(error)) return "no token, as the job names no environment";
    throw error;
  }
}
