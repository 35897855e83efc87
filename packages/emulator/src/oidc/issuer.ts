import { randomUUID } from "node:crypto";
import { engineContextFor } from "../deliveries/events/workflows.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { isImmutable, subjectKeysOf } from "../objects/subject-template.ts";
import { getAccount } from "../state/accounts.ts";
import { type JobIdentity, jobIdentities } from "../state/job-identities.ts";
import { repositoryOf } from "../state/repositories.ts";
import { advanceRuns } from "../state/workflow-engine.ts";
import { getWorkflowJob } from "../state/workflow-jobs.ts";
import { getWorkflowRun } from "../state/workflow-runs.ts";
import { CLAIMS, jobClaims } from "./claims.ts";
import { ALGORITHM, createKeyring, type SigningKey } from "./signing-key.ts";
import { formatSubject, MissingClaimError } from "./subject.ts";

/** Path of the issuer below the service's base URL. */
export const ISSUER_PATH = "/_services/token";

export const issuerUrl = ({ webUrl }: Pick<EmulatorContext, "webUrl">) => `${webUrl}${ISSUER_PATH}`;

/** Returns the URL for a job's token requests. As on GitHub it has a query, to which clients append the audience. */
export function tokenRequestUrl(context: Pick<EmulatorContext, "webUrl">, jobId: number): string {
  return `${issuerUrl(context)}/jobs/${jobId}/idtoken?api-version=2.0`;
}

/** Lifetime of a token in seconds, and tolerance for clock skew before its issue, as in GitHub's tokens. */
const LIFETIME = 300;
const CLOCK_SKEW = 600;

/** A rejected token request. */
export class TokenRequestError extends Error {
  override name = "TokenRequestError" as const;
  readonly status: 400 | 401 | 403;

  constructor(status: 400 | 401 | 403, message: string) {
    super(message);
    this.status = status;
  }
}

/** Creates the issuer of ID tokens for jobs. */
export function createIssuer(context: EmulatorContext) {
  const keyring = createKeyring(context.db);
  return {
    /** Discovery document (OpenID Connect Discovery 1.0), without sign-in endpoints. */
    configuration: {
      issuer: issuerUrl(context),
      jwks_uri: `${issuerUrl(context)}/.well-known/jwks`,
      subject_types_supported: ["public", "pairwise"],
      response_types_supported: ["id_token"],
      claims_supported: CLAIMS,
      id_token_signing_alg_values_supported: [ALGORITHM],
      scopes_supported: ["openid"],
    },
    keys: async () => ({ keys: [await keyring.publicKey()] }),
    /**
     * Issues a token for a running job.
     * @param bearer the bearer token of the request; undefined if missing
     * @param audience the audience of the token; default the owner of the job's repository
     * @throws TokenRequestError
     */
    token: async (jobId: number, bearer: string | undefined, audience: string | undefined): Promise<string> => {
      // Loads the key first, so that the claims are current when the token is signed.
      const key = await keyring.signingKey();
      return signToken(context, key, authorizeJob(context, jobId, bearer), audience);
    },
  };
}

/**
 * Checks that a job is running and can request tokens.
 * @throws TokenRequestError
 */
function authorizeJob(context: EmulatorContext, jobId: number, bearer: string | undefined): JobIdentity {
  const { db, now } = context;
  advanceRuns(engineContextFor(context), now());
  const identity = jobIdentities.find(db, { job_id: jobId });
  if (!identity)
    throw new TokenRequestError(401, `There is no job ${jobId}. It never started, or its run was deleted.`);
  const isBuiltInToken = bearer === identity.token;
  if (bearer !== identity.request_token && !isBuiltInToken) {
    throw new TokenRequestError(401, `The bearer token must be the ID token request token of job ${jobId}.`);
  }
  if (!identity.id_token) throw new TokenRequestError(403, `The job ${jobId} lacks the permission "id-token: write".`);
  if (isBuiltInToken) {
    throw new TokenRequestError(
      401,
      "Use ACTIONS_ID_TOKEN_REQUEST_TOKEN instead of the job's built-in token, which is for the API.",
    );
  }
  if (getWorkflowJob(db, jobId).status !== "in_progress") throw new TokenRequestError(403, `Job ${jobId} has ended.`);
  return identity;
}

async function signToken(
  context: EmulatorContext,
  { kid, key }: SigningKey,
  identity: JobIdentity,
  audience: string | undefined,
): Promise<string> {
  const { db, webUrl } = context;
  const run = getWorkflowRun(db, getWorkflowJob(db, identity.job_id).run_id);
  const repository = repositoryOf(db, run.repository_id);
  const claims = jobClaims(context, run, identity);
  const time = Math.floor(context.now().getTime() / 1000);
  const { SignJWT } = await import("jose");
  return new SignJWT({
    jti: randomUUID(),
    sub: createSubject(
      { keys: subjectKeysOf(context, repository), immutable: isImmutable(context, repository) },
      claims,
    ),
    aud: audience ?? `${webUrl}/${getAccount(db, repository.owner_id).login}`,
    ...claims,
    iss: issuerUrl(context),
    nbf: time - CLOCK_SKEW,
    exp: time + LIFETIME,
    iat: time,
  })
    .setProtectedHeader({ typ: "JWT", alg: ALGORITHM, kid })
    .sign(key);
}

function createSubject(...args: Parameters<typeof formatSubject>): string {
  try {
    return formatSubject(...args);
  } catch (error) {
    if (error instanceof MissingClaimError) throw new TokenRequestError(400, error.message);
    throw error;
  }
}
