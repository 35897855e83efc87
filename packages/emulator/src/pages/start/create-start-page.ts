import { type Context, Hono, type MiddlewareHandler } from "hono";
import { CONTROL_ROUTES } from "../../control/http/routes.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { type AccessKeys, isSameSecret, START_PATH } from "../../http/access-keys.ts";
import type { Control, EmulatorOptions } from "../../public.ts";
import { hasUnreadNotifications } from "../notifications/has-unread.ts";
import { readPageRequest } from "../page-request.ts";
import { securityHeaders } from "../security-headers.ts";
import { startPage } from "./page.ts";
import { START_STYLE } from "./style.ts";

/** Further headers for a page with tokens: it must not be cached, or be accessible to pages of other origins. */
const isolationHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set("cache-control", "no-store");
  headers.set("referrer-policy", "same-origin");
  headers.set("cross-origin-opener-policy", "same-origin");
};

/** The emulator options that the page shows. */
export type StartPageOptions = Pick<EmulatorOptions, "control" | "data" | "limits" | "seed">;

/**
 * Creates the start page and its style sheet. The page is without tokens at `/`, and with them at a path that contains
 * the start key.
 */
export function createStartPage(
  context: EmulatorContext,
  control: Pick<Control, "tokens" | "apps">,
  options: StartPageOptions,
  keys: AccessKeys,
): Hono {
  const app = new Hono();
  const render = (c: Context, controlToken: string | undefined) => {
    const routes = options.control ? CONTROL_ROUTES : [];
    const request = readPageRequest(context, c);
    return c.html(
      startPage(context, {
        options,
        tokens: control.tokens(),
        apps: control.apps(),
        routes,
        login: request.user?.login ?? null,
        hasUnread: hasUnreadNotifications(request),
        colorMode: request.colorMode,
        controlToken,
      }),
    );
  };
  app.get("/", isolationHeaders, securityHeaders, (c) => render(c, undefined));
  app.get(`${START_PATH}:key`, isolationHeaders, securityHeaders, (c, next) =>
    isSameSecret(c.req.param("key"), keys.startKey) ? render(c, keys.controlToken) : next(),
  );
  const headers = {
    "content-type": "text/css; charset=utf-8",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  };
  app.get("/_assets/start.css", (c) => c.body(START_STYLE, 200, headers));
  return app;
}
