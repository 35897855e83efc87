/**
 * Claim keys that a subject template can contain, with their meaning.
 * @see https://docs.github.com/en/actions/reference/security/oidc
 */
export const CLAIM_KEYS: Readonly<Record<string, string>> = {
  repo: "the repository as in the default subject: `repo:OWNER/NAME`, with ids if subjects are immutable",
  context: "the environment, else `pull_request`, else `ref:` and the branch or tag, as in the default subject",
  actor: "the login of the user who triggered the run",
  actor_id: "the id of the user who triggered the run",
  base_ref: "the base branch of a pull request; otherwise empty",
  check_run_id: "the id of the job's check run, different for each job",
  enterprise: "the slug of the owner's enterprise",
  enterprise_id: "the id of the owner's enterprise",
  environment: "the job's environment; a job without an environment gets no token",
  environment_node_id: "the node id of the job's environment; a job without an environment gets no token",
  event_name: "the event that triggered the run",
  head_ref: "the head branch of a pull request; otherwise empty",
  issuer_scope: "the scope of the issuer",
  job_workflow_ref: "the workflow file that defines the job (possibly a reusable workflow), with its ref",
  job_workflow_sha: "the commit of the workflow file that defines the job",
  ref: "the branch or tag in full: `refs/heads/main`",
  ref_protected: "whether the branch or tag is protected: `true` or `false`",
  ref_type: "`branch` or `tag`",
  repository: "the repository as OWNER/NAME",
  repository_id: "the repository's id, which does not change on a rename",
  repository_owner: "the owner's login",
  repository_owner_id: "the owner's id, which does not change on a rename",
  repository_visibility: "`public`, `private` or `internal`",
  run_attempt: "the attempt number of the run",
  run_id: "the id of the run, different for each run",
  run_number: "the number of the run within its workflow",
  runner_environment: "whether the runner is hosted by GitHub or self-hosted",
  sha: "the commit that the run is for",
  workflow: "the workflow's name",
  workflow_ref: "the workflow file that started the run, with its ref; it contains repository and branch",
  workflow_sha: "the commit of the workflow file that started the run",
};

/** Prefix of claims for a repository's custom properties, such as `repo_property_team`. */
export const PROPERTY_PREFIX = "repo_property_";
