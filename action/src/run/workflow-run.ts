import type { Output, RawResponse } from "@forgehand/core";
import { getWorkflowRun } from "@forgehand/core/operations";
import type { Run } from "./run.ts";

/** A run of a workflow: the repository's whole name, and the run's number there. */
export interface WorkflowRunName {
  readonly repository: string;
  readonly run: string;
}

/** The run that this step is a part of; undefined outside of one, or where another service is asked than the runner's own. */
export function ownWorkflowRun({
  environment,
  apiUrl,
}: Pick<Run, "environment" | "apiUrl">): WorkflowRunName | undefined {
  const { GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, GITHUB_API_URL: own = "" } = environment;
  // The runner's own service may be another than the one that is asked: its runs say nothing there.
  const isOwn = addressOf(own) !== undefined && addressOf(own) === addressOf(apiUrl);
  return repository && run && isOwn ? { repository, run } : undefined;
}

/** Reads a workflow's run. @throws ForgeError; Problem where no run has such a name, or its owner is out of reach */
export async function readWorkflowRun(
  { connection }: Pick<Run, "connection">,
  { repository, run }: WorkflowRunName,
): Promise<RawResponse<Output<typeof getWorkflowRun>> | undefined> {
  const [, owner, repo] = /^([^/]+)\/([^/]+)$/.exec(repository) ?? [];
  if (owner === undefined || repo === undefined || !/^\d{1,15}$/.test(run)) return undefined;
  const { call } = await connection.forOwner(owner);
  return call.raw(getWorkflowRun, { owner, repo, run_id: Number(run) });
}

function addressOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { host, pathname } = new URL(text);
  return `${host}${pathname.replace(/\/+$/, "")}`;
}
