import { type Client, type Clock, createClient, type Transport } from "@forgehand/core";
import {
  createIssue,
  createIssueComment,
  listIssueComments,
  listIssues,
  updateIssue,
  updateIssueComment,
} from "@forgehand/core/operations";
import type { Host } from "@forgehand/tasks/host";
import type { Log } from "@forgehand/tasks/log";
import { describeError } from "@forgehand/tasks/problem";
import { countsOf, type Report } from "@forgehand/tasks/report/report";
import type { Settings } from "@forgehand/tasks/settings/create-settings";
import { markOf, renderBody } from "./report-body.ts";
import { type ReportedPlace, reportedPlaceOf } from "./reported-place.ts";

/** Label of the issues about drift, by which the next run finds them. */
const DRIFT_LABEL = "forgehand-drift";

interface ReportDependencies extends Pick<Host, "environment" | "defaultApiUrl"> {
  readonly log: Log;
  readonly clock: Clock;
  readonly transport: Transport;
}

/**
 * Writes a plan as a comment on the run's pull request, and drift as an issue, if the inputs ask for it. What the step
 * wrote before is updated. A problem is a warning, because it does not change what the run did.
 * @param report the report, without secrets
 */
export async function reportToRepository(report: Report, inputs: Settings, deps: ReportDependencies): Promise<void> {
  const { log, environment } = deps;
  const place = reportedPlaceOf(environment);
  const title = inputs.optional("drift-issue");
  const token = inputs.optional("report-token");
  if (!place || token === undefined) {
    log.warning(
      place
        ? 'The report was not written to the repository, because "report-token" is empty.'
        : "The report was not written to a repository, because GITHUB_REPOSITORY names none.",
    );
    return;
  }
  const client = createClient({
    credentials: token,
    dialect: inputs.required("dialect"),
    baseUrl: deps.defaultApiUrl ?? inputs.required("api-url"),
    allowHttp: inputs.required("allow-http"),
    priority: "bulk",
    clock: deps.clock,
    transport: deps.transport,
  });
  const attempt = async (what: string, permission: string, write: () => Promise<void>) => {
    try {
      await write();
    } catch (error) {
      const advice = `"report-token" needs the permission ${permission}: write; a run for a fork's pull request can only read.`;
      log.warning(`The ${what} could not be written: ${describeError(error)} ${advice}`);
    }
  };
  if (inputs.required("pull-request-comment") && report.mode !== "apply")
    await attempt("comment on the pull request", "pull-requests", () => writeComment(client, place, report, log));
  if (title !== undefined && report.mode === "check")
    await attempt("issue about drift", "issues", () => writeIssue(client, place, report, title, log));
}

async function writeComment(client: Client, place: ReportedPlace, report: Report, log: Log): Promise<void> {
  const { owner, repo, pullNumber: issue_number, runUrl } = place;
  if (issue_number === undefined) {
    log.info("This run belongs to no pull request, so the plan is not written as a comment.");
    return;
  }
  const body = renderBody(report, "Plan of this pull request.", runUrl);
  const mark = markOf(report);
  for await (const comment of client.items(listIssueComments, { owner, repo, issue_number })) {
    // Others can copy the mark, but not write as the author.
    if (!isOwn(comment, mark)) continue;
    await client.call(updateIssueComment, { owner, repo, comment_id: comment.id, body });
    log.info(`Updated the comment ${comment.html_url}.`);
    return;
  }
  const created = await client.call(createIssueComment, { owner, repo, issue_number, body });
  log.info(`Wrote the comment ${created.html_url}.`);
}

async function writeIssue(client: Client, place: ReportedPlace, report: Report, title: string, log: Log) {
  const { owner, repo, runUrl } = place;
  const { changed, failed, notStarted } = countsOf(report);
  const found = await findDriftIssue(client, place, markOf(report));
  if (changed > 0) {
    const body = renderBody(report, "What the service has differs from the configuration.", runUrl);
    if (found) await client.call(updateIssue, { owner, repo, issue_number: found.number, title, body });
    const { html_url } = found ?? (await client.call(createIssue, { owner, repo, title, body, labels: [DRIFT_LABEL] }));
    log.info(`${found ? "Updated" : "Opened"} the issue ${html_url}.`);
    return;
  }
  // A run that couldn't read everything doesn't know that nothing differs.
  if (!found || report.cancelled || failed + notStarted > 0) return;
  const body = renderBody(report, "Everything is as configured again.", runUrl);
  const closed = { state: "closed", state_reason: "completed" } as const;
  await client.call(updateIssue, { owner, repo, issue_number: found.number, body, ...closed });
  log.info(`Closed the issue ${found.html_url}, because nothing differs any more.`);
}

/** Returns the open issue that this step wrote. */
async function findDriftIssue(client: Client, { owner, repo }: ReportedPlace, mark: string) {
  const filter = { owner, repo, state: "open", labels: DRIFT_LABEL } as const;
  for await (const issue of client.items(listIssues, filter)) {
    if (issue.pull_request === undefined && isOwn(issue, mark)) return issue;
  }
  return undefined;
}

interface WrittenText {
  readonly body?: string | null | undefined;
  readonly user?: { readonly type: string } | null | undefined;
  readonly author_association?: string | undefined;
}

/** Associations of people whose token can be the one of an earlier run. */
const INSIDERS: readonly (string | undefined)[] = ["OWNER", "MEMBER", "COLLABORATOR"];

/** Whether this step wrote a text. Outsiders can copy its mark into a text of their own, which must stay theirs. */
function isOwn({ body, user, author_association }: WrittenText, mark: string): boolean {
  return (body?.startsWith(mark) ?? false) && (user?.type === "Bot" || INSIDERS.includes(author_association));
}
