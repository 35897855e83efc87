import { html } from "hono/html";
import { tipsOf } from "../../git/pull-request-changes.ts";
import { findAppById } from "../../objects/app.ts";
import { checkSuites, latestRunsOf, listSuites } from "../../state/check-runs.ts";
import { latestStatuses } from "../../state/commit-statuses.ts";
import { ALL_ROWS } from "../../state/database.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { latestJobs } from "../../state/workflow-jobs.ts";
import { runsOfSuite } from "../../state/workflow-runs.ts";
import { externalLink } from "../layout/external-link.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, labeledIcon } from "../layout/icons.ts";
import { emptyState } from "../layout/paging.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "../repository/repository-layout.ts";
import { discussionHeader } from "./discussion-header.ts";

/** A check in a list: a job, a check run or a status. */
interface ListedCheck {
  readonly name: Html | string;
  /** The conclusion, or the status of a check that is not completed. */
  readonly result: string;
  readonly summary: Html | string | null;
}

/** Renders `/{owner}/{repo}/pull/{number}/checks`: the checks of the head commit by suite, and its statuses. */
export function pullChecksPage(request: RepositoryPageRequest, pull: PullRequest): Html {
  const { context, repository, root } = request;
  const sha = tipsOf(context.db, pull).head;
  const suites = sha === undefined ? [] : listSuites(context.db, { repositoryId: repository.id, sha }, ALL_ROWS).rows;
  const groups = suites.flatMap(({ source, id }) =>
    source === "workflow" ? workflowGroups(request, id) : appGroups(request, id),
  );
  const statuses = sha === undefined ? [] : statusGroups(request, sha);
  const all = [...groups, ...statuses];
  return renderRepositoryPage(
    request,
    `${pull.title} · Pull Request #${pull.number} · ${root.slice(1)}`,
    "pull-requests",
    html`${discussionHeader(request, pull, "checks")}
      ${all.length === 0 ? emptyState(request, 0, "There are no checks", "Checks of the head commit are listed here.") : all}`,
  );
}

function workflowGroups({ context, repository, root }: RepositoryPageRequest, suiteId: number): Html[] {
  return runsOfSuite(context.db, repository.id, suiteId).map((run) => {
    const address = `${root}/actions/runs/${run.id}`;
    const checks = latestJobs(context.db, run.id).map((job) => ({
      name: html`<a href="${address}/job/${job.id}">${job.name}</a>`,
      result: job.conclusion ?? job.status,
      summary: null,
    }));
    return checkGroup(`workflow-${run.id}`, html`<a href="${address}">${run.workflow_name}</a>`, checks);
  });
}

function appGroups({ context, root }: RepositoryPageRequest, suiteId: number): Html[] {
  const suite = checkSuites.find(context.db, { id: suiteId });
  if (!suite) return [];
  const app = findAppById(context, suite.app_id);
  const checks = latestRunsOf(context.db, suiteId).map((run) => ({
    name: html`<a href="${root}/runs/${run.id}">${run.name}</a>`,
    result: run.conclusion ?? run.status,
    summary: run.title,
  }));
  return [checkGroup(`suite-${suiteId}`, app?.name ?? "A deleted app", checks)];
}

function statusGroups({ context, repository }: RepositoryPageRequest, sha: string): Html[] {
  const statuses = latestStatuses(context.db, repository.id, sha, ALL_ROWS).rows;
  if (statuses.length === 0) return [];
  const checks = statuses.map(({ context: name, state, description, target_url }) => ({
    name,
    result: state,
    summary: html`${description ?? ""} ${target_url ? externalLink(target_url) : ""}`,
  }));
  return [checkGroup("statuses", "Statuses", checks)];
}

function checkGroup(id: string, title: Html | string, checks: readonly ListedCheck[]): Html {
  return html`<section class="Box" aria-labelledby="${id}">
    <div class="Box-header"><h2 id="${id}">${title}</h2></div>
    <ul>
      ${checks.map(
        ({ name, result, summary }) => html`<li class="Box-row">
          <span class="row-state">${resultIcon(result)}</span>
          <div class="row-main"><strong>${name}</strong> ${summary === null ? "" : html`<span class="dim">${summary}</span>`}</div>
          <span class="dim row-end">${result.replaceAll("_", " ")}</span>
        </li>`,
      )}
      ${checks.length === 0 ? html`<li class="Box-row dim">No checks yet</li>` : ""}
    </ul>
  </section>`;
}

const RESULT_ICONS: Readonly<Record<string, readonly [picture: IconName, style: string]>> = {
  success: ["check", "approved"],
  failure: ["x", "closed"],
  error: ["x", "closed"],
  timed_out: ["x", "closed"],
  startup_failure: ["x", "closed"],
  action_required: ["x", "closed"],
  cancelled: ["skip", "draft"],
  skipped: ["skip", "draft"],
  neutral: ["dot", "draft"],
  stale: ["dot", "draft"],
};

/** Renders the icon of a conclusion; checks that are not completed have a clock. */
function resultIcon(result: string): Html {
  const [picture, style] = RESULT_ICONS[result] ?? (["clock", "draft"] as const);
  return labeledIcon(picture, result.replaceAll("_", " "), style);
}
