// A job's identity, where subjects are immutable and a template asks for more.
import { subjectOf } from "@forgehand/core/oidc";

/** What the job's identity token says. */
export const claims = {
  repository: "acme/widgets",
  repository_id: "74",
  repository_owner_id: "65",
  environment: "production",
  job_workflow_ref: "acme/ci/.github/workflows/deploy.yml@refs/heads/main",
};
export const sub = subjectOf({ claims, immutable: true });
