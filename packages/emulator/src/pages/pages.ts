import { type Context, Hono } from "hono";
import { isVisible } from "../callers/reach.ts";
import { runnerPackage } from "../runners/packages.ts";
import { findAccount, getAccount } from "../state/accounts.ts";
import { findPullRequest } from "../state/pull-requests.ts";
import { findRenamedRepository, findRepository, fullNameOf } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { accountPage } from "./account.ts";
import { dashboardPage } from "./dashboard.ts";
import { topicPage } from "./explore/topic.ts";
import { trendingPage } from "./explore/trending.ts";
import { serveAsset } from "./layout/assets.ts";
import { drawAvatar } from "./layout/avatar.ts";
import type { Html } from "./layout/html.ts";
import { missingPage } from "./missing.ts";
import { organizationPage } from "./organization.ts";
import { protect } from "./protection.ts";
import { pullListPage } from "./pulls/list-page.ts";
import { pullRequestPage } from "./pulls/pull-request.ts";
import { rawFile } from "./raw-file.ts";
import { contentsPage } from "./repository/contents.ts";
import { forksPage } from "./repository/forks.ts";
import type { RepositoryVisit } from "./repository/head.ts";
import { stargazersPage, watchersPage } from "./repository/people.ts";
import { repositoryPage } from "./repository/repository.ts";
import { runLogsPage } from "./run-logs.ts";
import { searchPage } from "./search/search.ts";
import { signIn, signInPage, signOut } from "./sign-in.ts";
import { usageReport } from "./usage-report.ts";
import { addressWith, type Visit, visitOf } from "./visit.ts";
import { watchingPage } from "./watching.ts";

/** The pages that a person sees, and what links lead to. What somebody may not see is not there for them. */
export function createPages(world: World): Hono {
  const app = new Hono();
  app.use(protect);
  addFiles(app, world);
  addAccounts(app, world);
  addRepositories(app, world);
  app.all("*", (context) => missing(world, context));
  return app;
}

function missing(world: World, context: Context) {
  return context.html(missingPage(visitOf(world, context)), 404);
}

/** What is no page. */
function addFiles(app: Hono, world: World): void {
  app.get("/_assets/:file", (context) => serveAsset(context, context.req.param("file")) ?? missing(world, context));
  app.get("/avatars/:file{.+\\.svg}", (context) => {
    const login = context.req.param("file").replace(/\.svg$/, "");
    const headers = { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" };
    return context.body(String(drawAvatar(login)), 200, headers);
  });
  app.get("/_services/logs/:run{[0-9]+}/:file", (context) =>
    runLogsPage(world, context.req.raw, Number(context.req.param("run"))),
  );
  app.get("/_services/runners/*", (context) => runnerPackage(world, context.req.raw) ?? missing(world, context));
  app.get("/raw/:owner/:repo/:commit/:path{.+}", (context) => rawFile(world, context) ?? missing(world, context));
  app.get("/usage-reports/:enterprise/:kind/:from/:to", (context) => usageReport(world, context));
}

/** Who is signed in, what is theirs, and who else there is. */
function addAccounts(app: Hono, world: World): void {
  app.get("/login", (context) => context.html(signInPage(visitOf(world, context))));
  app.post("/login", (context) => signIn(world, context));
  app.post("/logout", (context) => signOut(world, context));
  app.get("/search", (context) => context.html(searchPage(visitOf(world, context))));
  app.get("/trending/:language?", (context) =>
    context.html(trendingPage(visitOf(world, context), context.req.param("language"))),
  );
  app.get("/topics/:topic", (context) => context.html(topicPage(visitOf(world, context), context.req.param("topic"))));
  app.get("/dashboard", (context) => {
    const visit = visitOf(world, context);
    return visit.user ? context.html(dashboardPage(visit, visit.user)) : toSignIn(visit, context);
  });
  app.get("/stars", (context) => {
    const visit = visitOf(world, context);
    return visit.user ? context.redirect(`/${visit.user.login}?tab=stars`) : toSignIn(visit, context);
  });
  app.get("/stars/:user", (context) => {
    const user = findAccount(world.db, context.req.param("user"));
    return user?.type === "User" ? context.redirect(`/${user.login}?tab=stars`) : missing(world, context);
  });
  app.get("/watching", (context) => {
    const visit = visitOf(world, context);
    return visit.user ? context.html(watchingPage(visit, visit.user)) : toSignIn(visit, context);
  });
  app.get("/orgs/:org/repositories", (context) => {
    const account = findAccount(world.db, context.req.param("org"));
    if (account?.type !== "Organization") return missing(world, context);
    return context.html(organizationPage(visitOf(world, context), account));
  });
  app.get("/:login", (context) => {
    const account = findAccount(world.db, context.req.param("login"));
    return account ? context.html(accountPage(visitOf(world, context), account)) : missing(world, context);
  });
}

const toSignIn = (visit: Visit, context: Context) =>
  context.redirect(`/login?return_to=${encodeURIComponent(addressWith(visit, {}))}`);

function addRepositories(app: Hono, world: World): void {
  /** A page of a repository. @param render the page; undefined where there is none */
  const add = (path: string, render: (visit: RepositoryVisit, names: Record<string, string>) => Html | undefined) => {
    app.get(`/:owner/:repo${path}`, (context) => {
      const { owner = "", repo = "", ...names } = context.req.param();
      const visit = visitOf(world, context);
      const repository = findRepository(world.db, owner, repo);
      if (!repository) return moved(world, visit, context, owner, repo) ?? missing(world, context);
      if (!isVisible(world, visit.caller, repository)) return missing(world, context);
      const root = `/${fullNameOf(world.db, repository)}`;
      const page = render({ ...visit, repository, owner: getAccount(world.db, repository.owner_id), root }, names);
      return page === undefined ? missing(world, context) : context.html(page);
    });
  };
  add("", repositoryPage);
  add("/pulls", pullListPage);
  add("/stargazers", stargazersPage);
  add("/watchers", watchersPage);
  add("/forks", forksPage);
  add("/pull/:number{[0-9]{1,9}}", (visit, { number }) => {
    const pull = findPullRequest(world.db, visit.repository.id, Number(number));
    return pull && pullRequestPage(visit, pull);
  });
  add("/tree/:path{.+}", (visit, { path = "" }) => contentsPage(visit, "tree", path));
  add("/blob/:path{.+}", (visit, { path = "" }) => contentsPage(visit, "blob", path));
}

/** A repository's old address leads to where it is now, for whoever may see it. */
function moved(world: World, visit: Visit, context: Context, owner: string, name: string): Response | undefined {
  const repository = findRenamedRepository(world.db, owner, name);
  if (!repository || !isVisible(world, visit.caller, repository)) return undefined;
  const rest = visit.path.split("/").slice(3);
  const path = ["", fullNameOf(world.db, repository), ...rest].join("/");
  return context.redirect(`${path}${addressWith(visit, {}).slice(visit.path.length)}`, 301);
}
