import { readFileSync } from "node:fs";
import { parseJson } from "@forgehand/core/internal";
import type { Environment } from "@forgehand/tasks/host";
import * as z from "zod/mini";

/** The repository of the workflow run, and the pull request that it runs for. */
export interface ReportedPlace {
  readonly owner: string;
  readonly repo: string;
  /** Undefined if the run belongs to no pull request. */
  readonly pullNumber: number | undefined;
  /** Page of the workflow run. */
  readonly runUrl: string;
}

const Numbered = z.object({ number: z.int() });

/** The event that started the run: one of a pull request, or a comment on one. */
const RunEvent = z.object({
  pull_request: z.catch(z.optional(Numbered), undefined),
  issue: z.catch(z.optional(z.extend(Numbered, { pull_request: z.optional(z.unknown()) })), undefined),
});

/** Returns where a workflow run reports to; undefined outside of a workflow run. */
export function reportedPlaceOf(environment: Environment): ReportedPlace | undefined {
  const [owner, repo, ...rest] = (environment["GITHUB_REPOSITORY"] ?? "").split("/");
  if (!owner || !repo || rest.length > 0) return undefined;
  const runUrl = `${environment["GITHUB_SERVER_URL"]}/${owner}/${repo}/actions/runs/${environment["GITHUB_RUN_ID"]}`;
  return { owner, repo, pullNumber: pullNumberOf(environment["GITHUB_EVENT_PATH"]), runUrl };
}

function pullNumberOf(file: string | undefined): number | undefined {
  const event = z.safeParse(RunEvent, file ? parseJson(readText(file)) : undefined);
  if (!event.success) return undefined;
  const { pull_request, issue } = event.data;
  return pull_request?.number ?? (issue?.pull_request === undefined ? undefined : issue.number);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
