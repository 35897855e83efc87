import { html } from "hono/html";
import { commitsOfPath, type LoggedCommit, readLog } from "../../git/commit-log.ts";
import { parseCommitPath } from "../../git/commit-path.ts";
import { encodePath } from "../../objects/content.ts";
import { isEmptyRepository } from "../../state/git-store.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { emptyState, pager, pageWindow } from "../layout/paging.ts";
import { relativeTime } from "../layout/relative-time.ts";
import { storeOf } from "../repository/contents.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "../repository/repository-layout.ts";
import { dateOf, signatureLink } from "./signature-link.ts";

/** Renders `/{owner}/{repo}/commits/{ref}/{path}`. Returns undefined if the ref doesn't exist. */
export function commitListPage(request: RepositoryPageRequest, address: string): Html | undefined {
  const store = storeOf(request);
  const { repository, root } = request;
  if (address === "" && isEmptyRepository(store)) {
    return render(request, html`<h1>Commits</h1>`, [], 0);
  }
  const target = parseCommitPath(store, address || repository.default_branch);
  if (!target) return undefined;
  const { ref, commit, path } = target;
  const name = path.join("/");
  const log = name === "" ? readLog(store, commit) : commitsOfPath(store, commit, name);
  const { limit, offset } = pageWindow(request);
  const folder = `${root}/tree/${encodePath(ref)}`;
  const heading = html`<h1 class="page-title">Commits</h1>
    <p class="breadcrumbs">
      <a class="commit-ref" href="${folder}">${icon("git-branch")} ${ref}</a>
      ${name === "" ? "" : html`<span class="dim">History of</span> <strong>${name}</strong>`}
    </p>`;
  return render(request, heading, log.slice(offset, offset + limit), log.length);
}

function render(request: RepositoryPageRequest, heading: Html, commits: readonly LoggedCommit[], total: number): Html {
  const days = Map.groupBy(commits, ({ committer }) => dayFormat.format(dateOf(committer)));
  const groups = [...days].map(
    ([day, found]) => html`<section class="Box">
      <h2 class="Box-header">${icon("git-commit")} Commits on ${day}</h2>
      <ol>${found.map((commit) => commitRow(request, commit))}</ol>
    </section>`,
  );
  const text = "Commits that are pushed are listed here.";
  return renderRepositoryPage(
    request,
    `Commits · ${request.root.slice(1)}`,
    "code",
    html`${heading} ${groups.length === 0 ? emptyState(request, total, "There are no commits", text) : groups}
      ${pager(request, total)}`,
  );
}

const dayFormat = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

function commitRow(request: RepositoryPageRequest, { sha, message, author, committer }: LoggedCommit): Html {
  const { root, now } = request;
  return html`<li class="Box-row">
    <div class="row-main">
      <h3 class="row-title"><a class="Link--primary markdown-title" href="${root}/commit/${sha}">${message.split("\n")[0]}</a></h3>
      <div class="row-facts">
        <span>${signatureLink(request, author)} committed ${relativeTime(now, dateOf(committer).toISOString())}</span>
      </div>
    </div>
    <span class="row-end"><a href="${root}/tree/${sha}" aria-label="Files at ${sha.slice(0, 7)}"><code>${sha.slice(0, 7)}</code></a></span>
  </li>`;
}
