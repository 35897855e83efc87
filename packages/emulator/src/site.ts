import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createControlRoutes } from "./control/http/routes.ts";
import type { EmulatorContext } from "./emulator-context.ts";
import { parseGitTarget } from "./git-http/git-target.ts";
import { serveGit } from "./git-http/serve-git.ts";
import type { AccessKeys } from "./http/access-keys.ts";
import type { HttpListener } from "./http/listener.ts";
import { parseRequestTarget } from "./http/request-target.ts";
import { ISSUER_PATH } from "./oidc/issuer.ts";
import { createOidcRoutes } from "./oidc/routes.ts";
import { createPages } from "./pages/pages.ts";
import { createStartPage, type StartPageOptions } from "./pages/start/create-start-page.ts";
import type { Control } from "./public.ts";

/** Serves everything outside the API: web pages, git over HTTP, the OIDC issuer, and the control API if enabled. */
export function createSite(
  context: EmulatorContext,
  control: Control,
  options: StartPageOptions,
  keys: AccessKeys,
): HttpListener {
  const app = new Hono();
  if (options.control) {
    const access = { controlToken: keys.controlToken, allowsRemote: options.control === "anyone" };
    app.route("/_control", createControlRoutes(control, access));
  }
  app.route(ISSUER_PATH, createOidcRoutes(context));
  app.route("/", createStartPage(context, control, options, keys));
  app.route("/", createPages(context));
  const servePages = getRequestListener(app.fetch);
  return (incoming, outgoing) => {
    const target = parseGitTarget(parseRequestTarget(incoming));
    return target ? serveGit(context, incoming, outgoing, target) : servePages(incoming, outgoing);
  };
}
