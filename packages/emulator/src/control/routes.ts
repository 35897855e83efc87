import { Hono } from "hono";
import * as z from "zod/mini";
import type { Control } from "../public.ts";

/** What the clock may be told. */
const ClockChange = z.union([z.strictObject({ now: z.iso.datetime() }), z.strictObject({ advance: z.number() })]);

/** The same over HTTP, for who runs the service as a process. @param webUrl the address that it is to be asked at */
export function createControlRoutes(control: Control, webUrl: string): Hono {
  const app = new Hono();
  // Values of secrets: no page may read them through a person's browser, under whatever name it reaches this machine.
  app.use(async (context, next) => {
    const { origin, host } = new URL(webUrl);
    if ((context.req.header("origin") ?? origin) !== origin || context.req.header("host") !== host) {
      return context.json(
        { message: `The control API is asked at ${origin}, and not by pages of other origins.` },
        403,
      );
    }
    return next();
  });
  app.get("/secrets", (context) => context.json({ secrets: control.secrets() }));
  app.get("/limits", (context) => context.json({ limits: control.limits() }));
  app.get("/clock", (context) => context.json({ now: control.clock.now() }));
  app.post("/clock", async (context) => {
    const change = z.safeParse(ClockChange, await context.req.json().catch(() => undefined));
    if (!change.success) {
      return context.json({ message: 'A body of {"now": ISO time} or {"advance": seconds} is expected.' }, 422);
    }
    if ("now" in change.data) control.clock.set(new Date(change.data.now));
    else control.clock.advance(change.data.advance);
    return context.json({ now: control.clock.now() });
  });
  app.all("*", (context) => context.json({ message: `The control API has no ${context.req.path}.` }, 404));
  return app;
}
