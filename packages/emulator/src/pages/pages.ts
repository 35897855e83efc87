import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { runnerPackage } from "../runners/packages.ts";
import { type Account, findAccount } from "../state/accounts.ts";
import { findPullRequest } from "../state/pull-requests.ts";
import { findRepository, type Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { layout } from "./layout.ts";
import { pullRequestPage } from "./pull-request.ts";
import { rawFile } from "./raw-file.ts";
import { repositoryPage } from "./repository.ts";
import { runLogsPage } from "./run-logs.ts";
import { usageReport } from "./usage-report.ts";

/** The pages that a person sees. Nobody is signed in, so private repositories are not there. */
export function createPages(world: World): Hono {
  const app = new Hono();
  const find = (ownerName: string, name: string): { owner: Account; repository: Repository } | undefined => {
    const owner = findAccount(world.db, ownerName);
    const repository = findRepository(world.db, ownerName, name);
    return owner && repository && !repository.private ? { owner, repository } : undefined;
  };
  app.get("/avatars/:file{.+\\.svg}", (context) => {
    const login = context.req.param("file").replace(/\.svg$/, "");
    return context.body(String(avatar(login)), 200, { "content-type": "image/svg+xml" });
  });
  app.get("/_services/logs/:run{[0-9]+}/:file", (context) =>
    runLogsPage(world, context.req.raw, Number(context.req.param("run"))),
  );
  app.get("/_services/runners/*", (context) => runnerPackage(world, context.req.raw) ?? missing(context));
  app.get("/raw/:owner/:repo/:commit/:path{.+}", (context) => rawFile(world, context) ?? missing(context));
  app.get("/usage-reports/:enterprise/:kind/:from/:to", (context) => usageReport(world, context));
  app.get("/:owner/:repo", (context) => {
    const found = find(context.req.param("owner"), context.req.param("repo"));
    return found ? context.html(repositoryPage(world, found.owner, found.repository)) : missing(context);
  });
  app.get("/:owner/:repo/pull/:number{[0-9]+}", (context) => {
    const found = find(context.req.param("owner"), context.req.param("repo"));
    const pull = found && findPullRequest(world.db, found.repository.id, Number(context.req.param("number")));
    if (!found || !pull) return missing(context);
    return context.html(pullRequestPage(world, found.owner, found.repository, pull));
  });
  app.all("*", missing);
  return app;
}

const missing = (context: Context) =>
  context.html(layout("Not found", html`<main><p>There is no such page here.</p></main>`), 404);

/** A round letter in a colour of the login's own. */
function avatar(login: string) {
  const hue = [...login].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
    <rect width="48" height="48" fill="hsl(${hue} 45% 45%)" />
    <text x="24" y="32" font-family="sans-serif" font-size="24" fill="#fff" text-anchor="middle">
      ${login.slice(0, 1).toUpperCase()}
    </text>
  </svg>`;
}
