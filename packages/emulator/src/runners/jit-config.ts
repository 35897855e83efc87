import { generateKeyPair, type KeyObject, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { Account } from "../state/accounts.ts";
import type { RunnerGroup } from "../state/runner-groups.ts";
import type { Runner } from "../state/runners.ts";
import type { World } from "../world.ts";

/** The key that a runner signs with. */
export async function createKey(): Promise<KeyObject> {
  return (await promisify(generateKeyPair)("rsa", { modulusLength: 2048 })).privateKey;
}

/** What a runner for one job is told. */
interface JitSettings {
  readonly organization: Account;
  readonly runner: Runner;
  readonly group: RunnerGroup;
  readonly key: KeyObject;
  readonly workFolder: string;
}

/**
 * The settings of a runner for one job as it takes them from its command line: the three files that its set-up would
 * otherwise write, each in base64, as a JSON object that is in base64 too.
 */
export function jitConfig({ dialect, apiUrl, webUrl }: World, settings: JitSettings): string {
  const { organization, runner, group, key, workFolder } = settings;
  const [first = "", ...rest] = dialect.mediaTypeVendor;
  const files = {
    ".runner": {
      AgentId: String(runner.id),
      AgentName: runner.name,
      DisableUpdate: "False",
      Ephemeral: "True",
      PoolId: String(group.id),
      PoolName: group.name,
      ServerUrl: apiUrl,
      [`${first.toUpperCase()}${rest.join("")}Url`]: `${webUrl}/${organization.login}`,
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

const base64 = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64");

/** The numbers of a key, under the names by which the runner reads them. */
function rsaParameters(key: KeyObject) {
  const { n, e, d, p, q, dp, dq, qi } = key.export({ format: "jwk" });
  const text = (number: string | undefined) => Buffer.from(number ?? "", "base64url").toString("base64");
  return {
    ...{ d: text(d), dp: text(dp), dq: text(dq), exponent: text(e) },
    ...{ inverseQ: text(qi), modulus: text(n), p: text(p), q: text(q) },
  };
}
