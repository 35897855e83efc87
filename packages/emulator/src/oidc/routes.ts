import { type Context, Hono } from "hono";
import { etag } from "hono/etag";
import type { EmulatorContext } from "../emulator-context.ts";
import { allowOrigin } from "../http/cors.ts";
import { createIssuer, TokenRequestError } from "./issuer.ts";

/** Clients can cache keys only briefly, because a reset emulator has new keys. */
const CACHE_CONTROL = { configuration: "public, max-age=3600", keys: "public, max-age=300" } as const;

/** Serves the issuer: its public documents (OpenID Connect Discovery 1.0), and token requests of jobs. */
export function createOidcRoutes(context: EmulatorContext): Hono {
  const issuer = createIssuer(context);
  const app = new Hono();
  app.use("/.well-known/*", etag());
  app.use("/.well-known/*", async (c, next) => {
    await next();
    const headers = allowOrigin(c.req.header("origin"), context.allowsAnyOrigin);
    for (let index = 0; index < headers.length; index += 2) c.header(headers[index] ?? "", headers[index + 1]);
  });
  app.get("/.well-known/openid-configuration", (context) =>
    publicJson(context, issuer.configuration, CACHE_CONTROL.configuration),
  );
  app.get("/.well-known/jwks", async (context) => publicJson(context, await issuer.keys(), CACHE_CONTROL.keys));
  app.get("/jobs/:job{[0-9]{1,15}}/idtoken", async (context) => {
    const bearer = /^bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
    const value = await issuer.token(
      Number(context.req.param("job")),
      bearer,
      // An empty audience counts as missing.
      context.req.query("audience") || undefined,
    );
    return context.json({ count: value.length, value }, 200, NO_STORE);
  });
  for (const path of ["/.well-known/openid-configuration", "/.well-known/jwks", "/jobs/:job{[0-9]{1,15}}/idtoken"]) {
    app.all(path, (context) => {
      const message = `The method must be GET, got ${context.req.method}.`;
      return context.json({ message }, 405, { allow: "GET, HEAD" });
    });
  }
  app.all("*", (context) => context.json({ message: `The issuer has no path ${context.req.path}.` }, 404));
  app.onError((error, context) => {
    if (!(error instanceof TokenRequestError)) throw error;
    const challenge = error.status === 401 ? { "www-authenticate": "Bearer" } : {};
    return context.json({ message: error.message }, error.status, { ...NO_STORE, ...challenge });
  });
  return app;
}

/** A token must not be cached. */
const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" } as const;

function publicJson(context: Context, content: object, cacheControl: string): Response {
  return context.json(content, 200, { "cache-control": cacheControl });
}
