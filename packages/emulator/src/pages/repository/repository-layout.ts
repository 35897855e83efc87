import { html } from "hono/html";
import { canSeeRepository } from "../../callers/permission.ts";
import type { Markup } from "../../markup.ts";
import { profilePath } from "../../objects/user.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import { type Repository, repositoryOf } from "../../state/repositories.ts";
import { countIssues } from "../issues/list-issues.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { type Tab, tabs } from "../layout/tabs.ts";
import type { PageRequest } from "../page-request.ts";
import { countPulls } from "../pulls/find-pulls.ts";
import { renderHtmlPage } from "../render-html-page.ts";
import { reactApp } from "./react-app.ts";
import { repositoryActions } from "./repository-actions.ts";
import { ownerAndName, repositoryLink, visibilityLabel } from "./repository-row.ts";

export interface RepositoryPageRequest extends PageRequest {
  readonly owner: Account;
  readonly repository: Repository;
  /** `/owner/name` */
  readonly root: string;
}

const CONTENT_FRAME = "repo-content-turbo-frame";

type RepositoryTab = "code" | "issues" | "pull-requests" | "none";

/** Renders a complete page of a repository, with its head and tabs. */
export function renderRepositoryPage(
  request: RepositoryPageRequest,
  title: string,
  tab: RepositoryTab,
  content: Html,
): Html {
  const { context, owner, repository } = request;
  const frame = {
    owner: owner.login,
    name: repository.name,
    isPrivate: repository.private,
    url: context.webUrl + request.root,
    tabs: repositoryTabs(request),
    tab,
  };
  const archived = repository.archived
    ? html`<p class="flash">${icon("archive")} This repository has been archived by its owner. It can only be read.</p>`
    : "";
  return renderHtmlPage(
    request,
    title,
    html`<main id="js-repo-pjax-container">
      ${HEADS[context.markup](request, tab)}
      <turbo-frame id="${CONTENT_FRAME}" target="_top" data-turbo-action="advance">
        <div id="repo-content-pjax-container" class="repository-content container">${contentHead(request)}${archived}${inReactApp(request, tab, content)}</div>
      </turbo-frame>
    </main>`,
    { repository: frame, ...routeOf(request) },
  );
}

/** Since 2026 the file list and issues and lists of pull requests are React apps, which a router navigates between. */
function inReactApp(request: RepositoryPageRequest, tab: RepositoryTab, content: Html): Html {
  const isReact = request.context.markup === "2026" && request.path.split("/")[3] !== "pull" && tab !== "none";
  return isReact ? reactApp(request, APP_NAMES[tab], content) : content;
}

const APP_NAMES: Readonly<Record<RepositoryTab, string>> = {
  code: "code-view",
  issues: "issues-react",
  "pull-requests": "pull-requests",
  none: "",
};

/** Returns the kind of page as GitHub's router names it; nothing for kinds that it names differently. */
function routeOf({ path }: RepositoryPageRequest): { readonly routePattern?: string } {
  const [, , , area, ...rest] = path.split("/");
  const base = "/:user_id/:repository";
  if (area === undefined) return { routePattern: base };
  if (area === "tree" || area === "blob") return { routePattern: `${base}/${area}/*name` };
  if (area !== "pull" && area !== "pulls") return {};
  return { routePattern: [base, area, ...rest.map((segment) => (/^\d+$/.test(segment) ? ":id" : segment))].join("/") };
}

function repositoryTabs({ context, repository, root }: RepositoryPageRequest): Tab[] {
  const { db } = context;
  const tab = (fields: Omit<Tab, "turboFrame">): Tab => ({ ...fields, turboFrame: CONTENT_FRAME });
  const issues = tab({
    id: "issues",
    name: "Issues",
    icon: "issue-opened",
    address: `${root}/issues`,
    count: countIssues(db, repository.id, "open"),
  });
  return [
    tab({ id: "code", name: "Code", icon: "code", address: root }),
    ...(repository.settings.has_issues ? [issues] : []),
    tab({
      id: "pull-requests",
      name: "Pull requests",
      icon: "git-pull-request",
      address: `${root}/pulls`,
      count: countPulls(db, repository.id, "open"),
    }),
  ];
}

/** Heads of a repository's pages, which are within the content. Since 2024 the site's header has the tabs. */
const HEADS: Readonly<Record<Markup, (request: RepositoryPageRequest, tab: RepositoryTab) => Html>> = {
  2022: visibleHead,
  2024: hiddenHead,
  2026: hiddenHead,
};

/** Renders the head within the content of a repository's page of 2024: name, Watch, Fork and Star. */
function contentHead(request: RepositoryPageRequest): Html | "" {
  if (request.context.markup === "2022") return "";
  const note = forkNote(request);
  if (request.context.markup === "2026" || request.path !== request.root) return note;
  return html`<div id="repository-details-container">${titleAndActions(request)}</div>
    ${note}`;
}

function titleAndActions(request: RepositoryPageRequest): Html {
  return html`<div class="repository-title">
    ${repositoryTitle(request)}
    <ul class="pagehead-actions">
      ${repositoryActions(request).map((action) => html`<li>${action}</li>`)}
    </ul>
  </div>`;
}

function visibleHead(request: RepositoryPageRequest, tab: RepositoryTab): Html {
  return html`<div id="repository-container-header" data-turbo-replace>
    ${titleAndActions(request)} ${forkNote(request)} ${tabs("Repository", tab, repositoryTabs(request))}
  </div>`;
}

function hiddenHead(): Html {
  return html`<div id="repository-container-header" data-turbo-replace hidden></div>`;
}

/** Renders the repository's name, owner and visibility. */
function repositoryTitle({ owner, repository, root }: RepositoryPageRequest): Html {
  return html`<div id="repo-title-component">
    ${icon(repository.private ? "lock" : "repo")}
    <span class="author"><a href="/${owner.login}" rel="author">${owner.login}</a></span>
    <span class="path-divider">/</span>
    <strong itemprop="name"><a href="${root}">${repository.name}</a></strong>
    ${visibilityLabel(repository)}
  </div>`;
}

/** Renders the fork's parent, if the user can see it. */
function forkNote(request: RepositoryPageRequest): Html | "" {
  const { context, caller, repository } = request;
  if (repository.parent_id === null) return "";
  const parent = repositoryOf(context.db, repository.parent_id);
  if (!canSeeRepository(context, caller, parent)) return "";
  return html`<p class="fork-note">forked from ${repositoryLink(request, parent, ownerAndName(request, parent))}</p>`;
}

export function userLink({ context }: PageRequest, userId: number): Html {
  const account = getAccount(context.db, userId);
  const { login } = account;
  return html`<a class="person" href="/${profilePath(account)}" data-hovercard-type="user">${login}</a>`;
}
