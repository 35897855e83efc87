import * as z from "zod/mini";
import { type Database, flag } from "./database.ts";

/**
 * The identity of a job that a user's steps run in: its OIDC claims and its built-in token. The token is revoked when
 * the job ends, for any reason.
 */
export const JOB_IDENTITY_TABLES = `
CREATE TABLE job_identities (
  job_id INTEGER PRIMARY KEY REFERENCES workflow_jobs ON DELETE CASCADE,
  token TEXT NOT NULL UNIQUE REFERENCES tokens ON DELETE CASCADE,
  request_token TEXT NOT NULL, id_token INTEGER NOT NULL,
  ref TEXT NOT NULL, sha TEXT NOT NULL, head_ref TEXT NOT NULL, base_ref TEXT NOT NULL, environment TEXT,
  job_workflow_ref TEXT, job_workflow_sha TEXT NOT NULL, self_hosted INTEGER NOT NULL
) STRICT;
CREATE TRIGGER job_token_ends AFTER UPDATE OF status ON workflow_jobs WHEN NEW.status = 'completed' BEGIN
  UPDATE tokens SET revoked_at = coalesce(revoked_at, NEW.completed_at)
  WHERE token = (SELECT token FROM job_identities WHERE job_id = NEW.id);
END;
CREATE TRIGGER job_token_stops AFTER UPDATE OF cancel_at ON workflow_runs WHEN NEW.cancel_at IS NOT NULL BEGIN
  UPDATE tokens SET expires_at = min(expires_at, NEW.cancel_at) WHERE token IN
    (SELECT i.token FROM workflow_jobs j JOIN job_identities i ON i.job_id = j.id WHERE j.run_id = NEW.id);
END;
`;

const JobIdentity = z.object({
  job_id: z.int(),
  /** The job's built-in token. */
  token: z.string(),
  /** The token with which the job requests OIDC tokens. */
  request_token: z.string(),
  /** Whether the job can request OIDC tokens. */
  id_token: flag(),
  /** The full name: `refs/heads/main`, `refs/pull/1/merge`. */
  ref: z.string(),
  sha: z.string(),
  /** The branches of the pull request that triggered the job; otherwise empty. */
  head_ref: z.string(),
  base_ref: z.string(),
  environment: z.nullable(z.string()),
  /** The reusable workflow that the job belongs to; otherwise null. */
  job_workflow_ref: z.nullable(z.string()),
  job_workflow_sha: z.string(),
  self_hosted: flag(),
});
export type JobIdentity = z.output<typeof JobIdentity>;

export function addJobIdentity(db: Database, identity: JobIdentity): void {
  db.run(
    `INSERT INTO job_identities (job_id, token, request_token, id_token, ref, sha, head_ref, base_ref, environment,
       job_workflow_ref, job_workflow_sha, self_hosted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[identity.job_id, identity.token, identity.request_token, Number(identity.id_token), identity.ref, identity.sha],
    ...[identity.head_ref, identity.base_ref, identity.environment, identity.job_workflow_ref],
    ...[identity.job_workflow_sha, Number(identity.self_hosted)],
  );
}

export function findJobIdentity(db: Database, jobId: number): JobIdentity | undefined {
  return db.get(JobIdentity, "SELECT * FROM job_identities WHERE job_id = ?", jobId);
}
