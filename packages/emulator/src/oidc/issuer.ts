import { randomUUID } from "node:crypto";
import { stageOf } from "../deliveries/events/workflows.ts";
import { isImmutable, subjectKeysOf } from "../objects/subject-template.ts";
import { getAccount } from "../state/accounts.ts";
import { findJobIdentity, type JobIdentity } from "../state/job-identities.ts";
import { repositoryOf } from "../state/repositories.ts";
import { getWorkflowJob } from "../state/workflow-jobs.ts";
import { settleRuns } from "../state/workflow-machine.ts";
import { getWorkflowRun } from "../state/workflow-runs.ts";
import type { World } from "../world.ts";
import { CLAIMS, claimsOf } from "./claims.ts";
import { ALGORITHM, createKeyring, type SigningKey } from "./signing-key.ts";
import { MissingClaim, subjectOf } from "./subject.ts";

/** Where the issuer is, below the service's address. */
export const ISSUER_PATH = "/_services/token";

export const issuerUrl = ({ webUrl }: Pick<World, "webUrl">) => `${webUrl}${ISSUER_PATH}`;

/** Where a job asks for identity tokens: like the service's own, it has a query that the audience is added to. */
export function requestUrl(world: Pick<World, "webUrl">, jobId: number): string {
  return `${issuerUrl(world)}/jobs/${jobId}/idtoken?api-version=2.0`;
}

/** Seconds that a token holds, and from how long ago: the clocks of clouds differ (as in tokens of the service's). */
const LIFETIME = 300;
const TOLERANCE = 600;

/** A request for a token that is refused. */
export class NoToken extends Error {
  override name = "NoToken" as const;
  readonly status: 400 | 401 | 403;

  constructor(status: 400 | 401 | 403, message: string) {
    super(message);
    this.status = status;
  }
}

/** Issues identity tokens to jobs. */
export function createIssuer(world: World) {
  const keyring = createKeyring(world.db);
  return {
    /** What a cloud reads first (OpenID Connect Discovery 1.0, as far as nobody signs in here). */
    configuration: {
      issuer: issuerUrl(world),
      jwks_uri: `${issuerUrl(world)}/.well-known/jwks`,
      subject_types_supported: ["public", "pairwise"],
      response_types_supported: ["id_token"],
      claims_supported: CLAIMS,
      id_token_signing_alg_values_supported: [ALGORITHM],
      scopes_supported: ["openid"],
    },
    keys: async () => ({ keys: [await keyring.publicKey()] }),
    /**
     * A token for a job that runs.
     * @param bearer what the job asks with; undefined: nothing
     * @param audience whom the token is for; default the owner of the job's repository
     * @throws NoToken
     */
    token: async (jobId: number, bearer: string | undefined, audience: string | undefined): Promise<string> => {
      // The key comes first: what the token says is what holds when it is signed.
      const key = await keyring.signingKey();
      return sign(world, key, admit(world, jobId, bearer), audience);
    },
  };
}

/** Lets a job in that runs, and may have tokens. @throws NoToken */
function admit(world: World, jobId: number, bearer: string | undefined): JobIdentity {
  const { db, now } = world;
  settleRuns(stageOf(world), now());
  const identity = findJobIdentity(db, jobId);
  if (!identity) throw new NoToken(401, `There is no job ${jobId}: it never began, or its run was deleted.`);
  const isBuiltIn = bearer === identity.token;
  if (bearer !== identity.request_token && !isBuiltIn) {
    throw new NoToken(401, `That is not the token of job ${jobId} that asks for identity tokens.`);
  }
  if (!identity.id_token) throw new NoToken(403, `The job ${jobId} lacks the permission "id-token: write".`);
  if (isBuiltIn) {
    throw new NoToken(401, "Ask with ACTIONS_ID_TOKEN_REQUEST_TOKEN; the job's built-in token is for the API.");
  }
  if (getWorkflowJob(db, jobId).status !== "in_progress") throw new NoToken(403, `The job ${jobId} is over.`);
  return identity;
}

async function sign(
  world: World,
  { kid, key }: SigningKey,
  identity: JobIdentity,
  audience: string | undefined,
): Promise<string> {
  const { db, webUrl } = world;
  const run = getWorkflowRun(db, getWorkflowJob(db, identity.job_id).run_id);
  const repository = repositoryOf(db, run.repository_id);
  const claims = claimsOf(world, run, identity);
  const time = Math.floor(world.now().getTime() / 1000);
  const { SignJWT } = await import("jose");
  return new SignJWT({
    jti: randomUUID(),
    sub: subjectFor({ keys: subjectKeysOf(world, repository), immutable: isImmutable(world, repository) }, claims),
    aud: audience ?? `${webUrl}/${getAccount(db, repository.owner_id).login}`,
    ...claims,
    iss: issuerUrl(world),
    ...{ nbf: time - TOLERANCE, exp: time + LIFETIME, iat: time },
  })
    .setProtectedHeader({ typ: "JWT", alg: ALGORITHM, kid })
    .sign(key);
}

function subjectFor(...args: Parameters<typeof subjectOf>): string {
  try {
    return subjectOf(...args);
  } catch (error) {
    if (error instanceof MissingClaim) throw new NoToken(400, error.message);
    throw error;
  }
}
