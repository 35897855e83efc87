// The identity of a job with an immutable subject and a template with more claims.
import { subjectOf } from "@forgehand/core/oidc";

/** Claims of the job's identity token. */
export const claims = {
  repository: "acme/widgets",
  repository_id: "74",
  repository_owner_id: "65",
  environment: "production",
  job_workflow_ref: "acme/ci/.github/workflows/deploy.yml@refs/heads/main",
};
export const sub = subjectOf({ claims, immutable: true });
