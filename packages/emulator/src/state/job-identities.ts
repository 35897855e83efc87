import { flag, key, nullable, type RowOf, reference, text } from "./columns.ts";
import { table } from "./table.ts";

export const jobIdentities = table(
  "job_identities",
  {
    job_id: key(reference("workflow_jobs")),
    /** The job's built-in token. */
    token: text(),
    /** The token with which the job requests OIDC tokens. */
    request_token: text(),
    /** Whether the job can request OIDC tokens. */
    id_token: flag(),
    /** The full name: `refs/heads/main`, `refs/pull/1/merge`. */
    ref: text(),
    sha: text(),
    /** The branches of the pull request that triggered the job; otherwise empty. */
    head_ref: text(),
    base_ref: text(),
    environment: nullable(text()),
    /** The reusable workflow that the job belongs to; otherwise null. */
    job_workflow_ref: nullable(text()),
    job_workflow_sha: text(),
    self_hosted: flag(),
  },
  {
    unique: [["token"]],
    more: `
CREATE TRIGGER job_token_ends AFTER UPDATE OF status ON workflow_jobs WHEN NEW.status = 'completed' BEGIN
  UPDATE tokens SET revoked_at = coalesce(revoked_at, NEW.completed_at)
  WHERE token = (SELECT token FROM job_identities WHERE job_id = NEW.id);
END;
CREATE TRIGGER job_token_stops AFTER UPDATE OF cancel_at ON workflow_runs WHEN NEW.cancel_at IS NOT NULL BEGIN
  UPDATE tokens SET expires_at = min(expires_at, NEW.cancel_at) WHERE token IN
    (SELECT i.token FROM workflow_jobs j JOIN job_identities i ON i.job_id = j.id WHERE j.run_id = NEW.id);
END;
`,
  },
);
export type JobIdentity = RowOf<typeof jobIdentities>;
