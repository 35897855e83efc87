import { type Output, pickFields, type RawResponse } from "@forgehand/core";
import { withoutTrailingDot } from "@forgehand/core/internal";
import { getWorkflowRun } from "@forgehand/core/operations";
import type { RunContext } from "./run-context.ts";

const workflowRun = pickFields(getWorkflowRun, { created_at: true, status: true });

/** A workflow run: the repository's full name and the run's id. */
export interface WorkflowRunRef {
  readonly repository: string;
  readonly run: string;
}

/**
 * Returns the workflow run that this step belongs to; undefined outside of one, or if `api-url` is not the runner's own
 * API.
 */
export function currentWorkflowRun({
  environment,
  apiUrl,
}: Pick<RunContext, "environment" | "apiUrl">): WorkflowRunRef | undefined {
  const { GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, GITHUB_API_URL: runnerApiUrl = "" } = environment;
  // With a different `api-url`, run ids of the runner's service have no meaning.
  const isOwn = normalizeUrl(runnerApiUrl) !== undefined && normalizeUrl(runnerApiUrl) === normalizeUrl(apiUrl);
  return repository && run && isOwn ? { repository, run } : undefined;
}

/**
 * Reads a workflow run; undefined if the reference is malformed.
 * @throws ForgeError; Problem if the credentials don't cover its owner
 */
export async function readWorkflowRun(
  { connection }: Pick<RunContext, "connection">,
  { repository, run }: WorkflowRunRef,
): Promise<RawResponse<Output<typeof workflowRun>> | undefined> {
  const [, owner, repo] = /^([^/]+)\/([^/]+)$/.exec(repository) ?? [];
  if (owner === undefined || repo === undefined || !/^\d{1,15}$/.test(run)) return undefined;
  const { call } = await connection.forOwner(owner);
  return call.raw(workflowRun, { owner, repo, run_id: Number(run) });
}

function normalizeUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { host, pathname } = withoutTrailingDot(new URL(text));
  return `${host}${pathname.replace(/\/+$/, "")}`;
}
