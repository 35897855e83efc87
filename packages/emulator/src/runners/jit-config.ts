import { generateKeyPair, type KeyObject, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { RunnerGroup } from "../state/runner-groups.ts";
import type { Runner } from "../state/runners.ts";

/** Creates the key that a runner signs with. */
export async function createRunnerKey(): Promise<KeyObject> {
  return (await promisify(generateKeyPair)("rsa", { modulusLength: 2048 })).privateKey;
}

/** The data of a just-in-time runner's configuration. */
interface JitConfigOptions {
  readonly organization: Account;
  readonly runner: Runner;
  readonly group: RunnerGroup;
  readonly key: KeyObject;
  readonly workFolder: string;
}

/**
 * Returns the configuration of a just-in-time runner as its command line takes it: a base64-encoded JSON object with
 * the base64-encoded contents of the three files that its setup would write.
 */
export function encodeJitConfig({ dialect, apiUrl, webUrl }: EmulatorContext, options: JitConfigOptions): string {
  const { organization, runner, group, key, workFolder } = options;
  const files = {
    ".runner": {
      AgentId: String(runner.id),
      AgentName: runner.name,
      DisableUpdate: "False",
      Ephemeral: "True",
      PoolId: String(group.id),
      PoolName: group.name,
      ServerUrl: apiUrl,
      // Named after the vendor: `GithubUrl`.
      [`${capitalize(dialect.mediaTypeVendor)}Url`]: `${webUrl}/${organization.login}`,
      WorkFolder: workFolder,
    },
    ".credentials": {
      Scheme: "OAuth",
      Data: { ClientId: randomUUID(), AuthorizationUrl: `${webUrl}/_services/token`, RequireFipsCryptography: "True" },
    },
    ".credentials_rsaparams": rsaParameters(key),
  };
  return base64(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, base64(content)])));
}

const capitalize = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const base64 = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64");

/** The parameters of a key, under the names that the runner uses. */
function rsaParameters(key: KeyObject) {
  const { n, e, d, p, q, dp, dq, qi } = key.export({ format: "jwk" });
  const toBase64 = (number: string | undefined) => Buffer.from(number ?? "", "base64url").toString("base64");
  return {
    d: toBase64(d),
    dp: toBase64(dp),
    dq: toBase64(dq),
    exponent: toBase64(e),
    inverseQ: toBase64(qi),
    modulus: toBase64(n),
    p: toBase64(p),
    q: toBase64(q),
  };
}
