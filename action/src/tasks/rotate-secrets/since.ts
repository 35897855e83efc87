import { getWorkflowRun } from "@forgehand/core/operations";
import type { Run } from "../../run/run.ts";
import { serviceTime } from "../../service-time.ts";
import { type Environment, inputText } from "../../settings/inputs.ts";

/** When this workflow run was created, and what time it was at the service when it said so. */
export interface Beginning {
  readonly since: Date | undefined;
  readonly at: Date | undefined;
}

const UNKNOWN: Beginning = { since: undefined, at: undefined };

/** When this workflow run was created; undefined where there is none, or the credentials may not see it. */
export async function beginningOfRun({ environment, connection, log }: Run): Promise<Beginning> {
  const [, owner, repo] = /^([^/]+)\/([^/]+)$/.exec(environment["GITHUB_REPOSITORY"] ?? "") ?? [];
  const run = /^\d{1,15}$/.exec(environment["GITHUB_RUN_ID"] ?? "");
  // The runner's own service may be another than the one that has the secrets: its runs say nothing there.
  if (owner === undefined || repo === undefined || !run || !isOwnService(environment)) return UNKNOWN;
  try {
    const { call } = await connection.forOwner(owner);
    const answer = await call.raw(getWorkflowRun, { owner, repo, run_id: Number(run[0]) });
    const since = new Date(answer.output.created_at);
    return { since: Number.isNaN(since.getTime()) ? undefined : since, at: serviceTime(answer.headers) };
  } catch {
    log.info(
      "When this workflow run was created can not be read: say it as since, or no secret counts as done already.",
    );
    return UNKNOWN;
  }
}

function isOwnService(environment: Environment): boolean {
  const own = environment["GITHUB_API_URL"];
  const asked = inputText(environment, "api-url") ?? own;
  return own !== undefined && asked !== undefined && addressOf(own) === addressOf(asked);
}

function addressOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { host, pathname } = new URL(text);
  return `${host}${pathname.replace(/\/+$/, "")}`;
}
