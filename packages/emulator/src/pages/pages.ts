import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { EmulatorContext } from "../emulator-context.ts";
import { findAppObject } from "../objects/app.ts";
import { serveRunnerPackage } from "../runners/runner-packages.ts";
import { accounts } from "../state/accounts.ts";
import { accountPage } from "./account.ts";
import { appPage } from "./app.ts";
import { serveArtifact } from "./artifact-file.ts";
import { dashboardPage } from "./dashboard.ts";
import { topicPage } from "./explore/topic.ts";
import { trendingPage } from "./explore/trending.ts";
import { COMMENT_PATH } from "./issues/comment-route.ts";
import { serveAsset } from "./layout/assets.ts";
import { drawAvatar } from "./layout/avatar.ts";
import { notFound } from "./not-found.ts";
import { addMarkForm } from "./notifications/mark-route.ts";
import { notificationsPage } from "./notifications/notifications-page.ts";
import { organizationPage } from "./organization.ts";
import { addressWith, type PageRequest, readPageRequest } from "./page-request.ts";
import { serveRawFile } from "./raw-file.ts";
import { serveAssetLink } from "./release-asset.ts";
import { addRepositoryRoutes } from "./repository-routes.ts";
import { serveRunLogs } from "./run-logs.ts";
import { searchPage } from "./search/search.ts";
import { securityHeaders } from "./security-headers.ts";
import { saveAppearance } from "./settings.ts";
import { signIn, signInPage, signOut } from "./sign-in.ts";
import { teamPage } from "./team.ts";
import { serveUsageReport } from "./usage-report.ts";
import { watchingPage } from "./watching.ts";

/** Pages of other sites can embed avatars, which depend on nothing but their path. */
const EMBEDDABLE = { "cross-origin-resource-policy": "cross-origin" };

/** Maximum size of a request's body. Forms are small. */
const MAX_BODY_KILOBYTES = 64;

/** The same for comments: the longest one has 65,536 characters, which are encoded as up to nine bytes each. */
const MAX_COMMENT_KILOBYTES = 640;

/** Creates the routes of the web pages and file downloads. They respond with 404 for what the user cannot see. */
export function createPages(context: EmulatorContext): Hono {
  const app = new Hono();
  app.use(securityHeaders);
  const [limitForm, limitComment] = [limitBody(MAX_BODY_KILOBYTES), limitBody(MAX_COMMENT_KILOBYTES)];
  app.use((c, next) => (COMMENT_PATH.test(c.req.path) ? limitComment(c, next) : limitForm(c, next)));
  addFileRoutes(app, context);
  addAccountRoutes(app, context);
  addRepositoryRoutes(app, context);
  app.all("*", (c) => notFound(context, c));
  return app;
}

function limitBody(kilobytes: number): MiddlewareHandler {
  const onError = (c: Context) => c.text(`The body must not be larger than ${kilobytes} KB.`, 413);
  return bodyLimit({ maxSize: kilobytes * 1024, onError });
}

/** Adds routes that are not pages. */
function addFileRoutes(app: Hono, context: EmulatorContext): void {
  app.get("/_assets/:file", (c) => serveAsset(c, c.req.param("file")) ?? notFound(context, c));
  app.get("/avatars/:file{.+\\.svg}", (c) => {
    const login = c.req.param("file").replace(/\.svg$/, "");
    const headers = { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400", ...EMBEDDABLE };
    return c.body(String(drawAvatar(login)), 200, headers);
  });
  app.get("/_services/logs/:run{[0-9]+}/:file", (c) => serveRunLogs(context, c.req.raw, Number(c.req.param("run"))));
  app.get("/_services/artifacts/:id{[0-9]+}/:file", (c) =>
    serveArtifact(context, c.req.raw, Number(c.req.param("id"))),
  );
  app.get("/_services/runners/*", (c) => serveRunnerPackage(context, c.req.raw) ?? notFound(context, c));
  app.get("/raw/:owner/:repo/:address{.+}", (c) => serveRawFile(context, c) ?? notFound(context, c));
  app.get("/_services/assets/:asset{[0-9]+}/:file", (c) => {
    return serveAssetLink(context, c.req.raw, Number(c.req.param("asset"))) ?? notFound(context, c);
  });
  app.get("/usage-reports/:enterprise/:kind/:from/:to", (c) => serveUsageReport(context, c));
}

/** Adds sign-in, search, explore and account pages. */
function addAccountRoutes(app: Hono, context: EmulatorContext): void {
  app.get("/login", (c) => c.html(signInPage(readPageRequest(context, c))));
  app.post("/login", (c) => signIn(context, c));
  app.post("/logout", (c) => signOut(context, c));
  app.post("/settings/appearance", saveAppearance);
  app.get("/search", (c) => c.html(searchPage(readPageRequest(context, c))));
  app.get("/trending/:language?", (c) => c.html(trendingPage(readPageRequest(context, c), c.req.param("language"))));
  app.get("/topics/:topic", (c) => c.html(topicPage(readPageRequest(context, c), c.req.param("topic"))));
  app.get("/dashboard", (c) => {
    const request = readPageRequest(context, c);
    return request.user ? c.html(dashboardPage(request, request.user)) : redirectToSignIn(request, c);
  });
  app.get("/stars", (c) => {
    const request = readPageRequest(context, c);
    return request.user ? c.redirect(`/${request.user.login}?tab=stars`) : redirectToSignIn(request, c);
  });
  app.get("/stars/:user", (c) => {
    const user = accounts.find(context.db, { login: c.req.param("user") });
    return user?.type === "User" ? c.redirect(`/${user.login}?tab=stars`) : notFound(context, c);
  });
  app.get("/watching", (c) => {
    const request = readPageRequest(context, c);
    return request.user ? c.html(watchingPage(request, request.user)) : redirectToSignIn(request, c);
  });
  app.get("/notifications", (c) => {
    const request = readPageRequest(context, c);
    return request.user ? c.html(notificationsPage(request, request.user)) : redirectToSignIn(request, c);
  });
  addMarkForm(app, context);
  app.get("/orgs/:org/repositories", (c) => {
    const account = accounts.find(context.db, { login: c.req.param("org") });
    if (account?.type !== "Organization") return notFound(context, c);
    return c.html(organizationPage(readPageRequest(context, c), account));
  });
  app.get("/orgs/:org/teams/:team", (c) => {
    const page = teamPage(readPageRequest(context, c), c.req.param("org"), c.req.param("team"));
    return page === undefined ? notFound(context, c) : c.html(page);
  });
  app.get("/apps/:slug", (c) => {
    const found = findAppObject(context, c.req.param("slug"));
    return found ? c.html(appPage(readPageRequest(context, c), found)) : notFound(context, c);
  });
  app.get("/:login", (c) => {
    const account = accounts.find(context.db, { login: c.req.param("login") });
    return account && account.type !== "Bot"
      ? c.html(accountPage(readPageRequest(context, c), account))
      : notFound(context, c);
  });
}

const redirectToSignIn = (request: PageRequest, c: Context) =>
  c.redirect(`/login?return_to=${encodeURIComponent(addressWith(request, {}))}`);
