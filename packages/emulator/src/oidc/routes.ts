import { type Context, Hono } from "hono";
import { etag } from "hono/etag";
import type { World } from "../world.ts";
import { createIssuer, NoToken } from "./issuer.ts";

/** Who keeps the keys may do so for a short time only: a service that begins anew has others. */
const CACHED = { configuration: "public, max-age=3600", keys: "public, max-age=300" } as const;

/** The issuer of identity tokens: what clouds read of it, and where jobs get theirs (OpenID Connect Discovery 1.0). */
export function createOidcRoutes(world: World): Hono {
  const issuer = createIssuer(world);
  const app = new Hono();
  app.use("/.well-known/*", etag());
  app.get("/.well-known/openid-configuration", (context) =>
    publish(context, issuer.configuration, CACHED.configuration),
  );
  app.get("/.well-known/jwks", async (context) => publish(context, await issuer.keys(), CACHED.keys));
  app.get("/jobs/:job{[0-9]{1,15}}/idtoken", async (context) => {
    const bearer = /^bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
    const value = await issuer.token(
      Number(context.req.param("job")),
      bearer,
      // Said without a value, it isn't said.
      context.req.query("audience") || undefined,
    );
    return context.json({ count: value.length, value }, 200, UNKEPT);
  });
  for (const path of ["/.well-known/openid-configuration", "/.well-known/jwks", "/jobs/:job{[0-9]{1,15}}/idtoken"]) {
    app.all(path, (context) => {
      const message = `${context.req.method} is not for this; GET is.`;
      return context.json({ message }, 405, { allow: "GET, HEAD" });
    });
  }
  app.all("*", (context) => context.json({ message: `The issuer has no ${context.req.path}.` }, 404));
  app.onError((error, context) => {
    if (!(error instanceof NoToken)) throw error;
    const challenge = error.status === 401 ? { "www-authenticate": "Bearer" } : {};
    return context.json({ message: error.message }, error.status, { ...UNKEPT, ...challenge });
  });
  return app;
}

/** A token is for whoever asked. */
const UNKEPT = { "cache-control": "no-store", pragma: "no-cache" } as const;

/** Pages of any origin may read it too. */
function publish(context: Context, content: object, cached: string): Response {
  return context.json(content, 200, { "cache-control": cached, "access-control-allow-origin": "*" });
}
