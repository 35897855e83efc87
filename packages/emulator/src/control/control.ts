import { Hono } from "hono";
import type { Control } from "../public.ts";
import { everySecret } from "../state/updater-secrets.ts";
import type { World } from "../world.ts";

export function createControl({ db, deliveries }: World): Control {
  return {
    secrets: () => everySecret(db),
    settled: () => deliveries.settled(),
  };
}

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
  app.all("*", (context) => context.json({ message: `The control API has no ${context.req.path}.` }, 404));
  return app;
}
