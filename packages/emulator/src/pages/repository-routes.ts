import type { Context, Hono } from "hono";
import { canSeeRepository } from "../callers/permission.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { isBinary } from "../git/patch.ts";
import { getAccount } from "../state/accounts.ts";
import { findPullRequest } from "../state/pull-requests.ts";
import { findRenamedRepository, findRepository, fullNameOf } from "../state/repositories.ts";
import { commitPage } from "./commits/commit-page.ts";
import { commitListPage } from "./commits/list-page.ts";
import { addCommentForm } from "./issues/comment-route.ts";
import { issuePage } from "./issues/issue-page.ts";
import { issueListPage } from "./issues/list-page.ts";
import type { Html } from "./layout/html.ts";
import { notFound } from "./not-found.ts";
import { addressWith, type PageRequest, readPageRequest } from "./page-request.ts";
import { pullChecksPage } from "./pulls/checks-page.ts";
import { pullFilesPage } from "./pulls/files-page.ts";
import { pullListPage } from "./pulls/list-page.ts";
import { pullRequestPage } from "./pulls/pull-request.ts";
import { latestReleaseAddress, releaseListPage, releasePage } from "./releases/release-page.ts";
import { commitText, comparePage, compareText, pullText } from "./repository/changes.ts";
import { contentsPage, readRawFile } from "./repository/contents.ts";
import { forksPage } from "./repository/forks.ts";
import { stargazersPage, watchersPage } from "./repository/people.ts";
import { downloadAsset, downloadLatestAsset } from "./repository/release-download.ts";
import { repositoryPage } from "./repository/repository.ts";
import { REPOSITORY_FORMS } from "./repository/repository-forms.ts";
import type { RepositoryPageRequest } from "./repository/repository-layout.ts";
import { checkRunPage, jobPage, milestonePage, runPage } from "./repository/subjects.ts";
import { readReturnPath } from "./return-path.ts";
import { isCrossSite } from "./security-headers.ts";

/** The content at an address of a repository: a page, a file's bytes, or another address; undefined for 404. */
type RepositoryContent = Html | Uint8Array | { readonly redirect: string } | undefined;

type ParameterNames = Readonly<Record<string, string>>;

/** Adds everything below `/{owner}/{repo}`. */
export function addRepositoryRoutes(app: Hono, context: EmulatorContext): void {
  const add = (path: string, read: (request: RepositoryPageRequest, names: ParameterNames) => RepositoryContent) => {
    app.get(`/:owner/:repo${path}`, async (c) => {
      const { owner = "", repo = "", ...names } = c.req.param();
      const request = readPageRequest(context, c);
      const repository = findRepository(context.db, owner, repo);
      if (!repository) return redirectRenamed(context, request, c, owner, repo) ?? notFound(context, c);
      if (!canSeeRepository(context, request.caller, repository)) return notFound(context, c);
      const root = `/${fullNameOf(context.db, repository)}`;
      const content = await read(
        { ...request, repository, owner: getAccount(context.db, repository.owner_id), root },
        names,
      );
      if (content === undefined) return notFound(context, c);
      if (content instanceof Uint8Array) return sendFile(content);
      return typeof content === "object" && "redirect" in content ? c.redirect(content.redirect) : c.html(content);
    });
  };
  addRepositoryForms(app, context);
  addCommentForm(app, context);
  // Address of the repository for git, which redirects browsers.
  app.get("/:owner/:repo{[^/]+\\.git}", (c) => c.redirect(c.req.path.replace(/\.git$/, "")));
  add("", repositoryPage);
  add("/pulls", pullListPage);
  add("/stargazers", stargazersPage);
  add("/watchers", watchersPage);
  add("/forks", forksPage);
  add("/pull/:number{[0-9]{1,9}}", (request, { number }) => {
    const pull = findPullRequest(context.db, request.repository.id, Number(number));
    return pull && pullRequestPage(request, pull);
  });
  add("/pull/:number{[0-9]{1,9}}/files", (request, { number }) => {
    const pull = findPullRequest(context.db, request.repository.id, Number(number));
    return pull && pullFilesPage(request, pull);
  });
  add("/pull/:number{[0-9]{1,9}}/checks", (request, { number }) => {
    const pull = findPullRequest(context.db, request.repository.id, Number(number));
    return pull && pullChecksPage(request, pull);
  });
  add("/issues", issueListPage);
  add("/issues/:number{[0-9]{1,9}}", (request, { number }) => issuePage(request, Number(number)));
  add("/runs/:run{[0-9]{1,15}}", (request, { run }) => checkRunPage(request, Number(run)));
  add("/milestone/:number{[0-9]{1,9}}", (request, { number }) => milestonePage(request, Number(number)));
  add("/actions/runs/:run{[0-9]{1,15}}", (request, { run }) => runPage(request, Number(run)));
  add("/actions/runs/:run{[0-9]{1,15}}/job/:job{[0-9]{1,15}}", (request, { run, job }) =>
    jobPage(request, Number(run), Number(job)),
  );
  for (const format of ["diff", "patch"] as const) {
    // A parameter's pattern can't be followed by other text in the same segment.
    const suffix = `\\.${format}`;
    const withoutSuffix = (name = "") => name.slice(0, -format.length - 1);
    add(`/pull/:number{[0-9]{1,9}${suffix}}`, (request, { number }) =>
      pullText(request, Number(withoutSuffix(number)), format),
    );
    add(`/commit/:sha{[0-9a-f]{7,40}${suffix}}`, (request, { sha }) => commitText(request, withoutSuffix(sha), format));
    add(`/compare/:range{.+${suffix}}`, (request, { range }) => compareText(request, withoutSuffix(range), format));
  }
  add("/commit/:sha{[0-9a-f]{7,40}}", (request, { sha = "" }) => commitPage(request, sha));
  add("/commits", (request) => commitListPage(request, ""));
  add("/commits/:path{.+}", (request, { path = "" }) => commitListPage(request, path));
  add("/releases", releaseListPage);
  add("/releases/latest", latestReleaseAddress);
  add("/releases/tag/:tag{.+}", (request, { tag = "" }) => releasePage(request, tag));
  add("/compare/:range{.+}", (request, { range = "" }) => comparePage(request, range));
  add("/tree/:path{.+}", (request, { path = "" }) => contentsPage(request, "tree", path));
  add("/blob/:path{.+}", (request, { path = "" }) => contentsPage(request, "blob", path));
  add("/raw/:path{.+}", (request, { path = "" }) => readRawFile(request, path));
  add("/releases/download/:path{.+}", (request, { path = "" }) => downloadAsset(request, path));
  add("/releases/latest/download/:name", (request, { name = "" }) => downloadLatestAsset(request, name));
}

/** Adds the forms of a repository's pages, which change something as the signed-in user. */
function addRepositoryForms(app: Hono, context: EmulatorContext): void {
  for (const [name, submit] of Object.entries(REPOSITORY_FORMS)) {
    app.post(`/:owner/:repo/${name}`, async (c) => {
      const request = readPageRequest(context, c);
      const { user } = request;
      const repository = findRepository(context.db, c.req.param("owner"), c.req.param("repo"));
      if (!repository || !canSeeRepository(context, request.caller, repository)) return notFound(context, c);
      if (!user || isCrossSite(c)) return c.text("Sign in on this service's own page.", 403);
      const fields = await c.req.parseBody({ all: true });
      submit({ context, repository, user }, fields);
      const root = `/${fullNameOf(context.db, repository)}`;
      return c.redirect(readReturnPath(fields["return_to"]) ?? root, 303);
    });
  }
}

/** Sends bytes as text, or as a download if they aren't text. Browsers must not take them for a page. */
function sendFile(content: Uint8Array): Response {
  const type = isBinary(content) ? "application/octet-stream" : "text/plain; charset=utf-8";
  const headers = { "content-type": type, "x-content-type-options": "nosniff", "cache-control": "private, no-cache" };
  return new Response(new Uint8Array(content), { headers });
}

/** Redirects a renamed repository's old URL, if the user can see the repository. */
function redirectRenamed(
  context: EmulatorContext,
  request: PageRequest,
  c: Context,
  owner: string,
  name: string,
): Response | undefined {
  const repository = findRenamedRepository(context.db, owner, name);
  if (!repository || !canSeeRepository(context, request.caller, repository)) return undefined;
  const rest = request.path.split("/").slice(3);
  const path = ["", fullNameOf(context.db, repository), ...rest].join("/");
  return c.redirect(`${path}${addressWith(request, {}).slice(request.path.length)}`, 301);
}
