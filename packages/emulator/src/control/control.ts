import { Hono } from "hono";
import * as z from "zod/mini";
import type { World } from "../world.ts";

/** A secret as only this side of the service knows it. */
export interface StoredSecret {
  readonly organization: string;
  readonly name: string;
  readonly value: string;
  readonly visibility: string;
  /** Names of the repositories that may read it, where its visibility is `selected`. */
  readonly repositories: readonly string[];
  readonly updated_at: string;
}

/** What tests may ask of a running service, past its API. */
export interface Control {
  /** Every secret with its value. */
  secrets(): StoredSecret[];
  /** Resolves when no webhook is under way. */
  settled(): Promise<void>;
}

const Row = z.object({
  id: z.int(),
  organization: z.string(),
  name: z.string(),
  value: z.string(),
  visibility: z.string(),
  updated_at: z.string(),
});

export function createControl({ db, deliveries }: World): Control {
  return {
    secrets() {
      const rows = db.all(
        Row,
        `SELECT s.id, a.login AS organization, s.name, s.value, s.visibility, s.updated_at
         FROM updater_secrets s JOIN accounts a ON a.id = s.organization_id ORDER BY a.login, s.name`,
      );
      return rows.map(({ id, ...secret }) => ({
        ...secret,
        repositories: db
          .all(
            z.object({ name: z.string() }),
            `SELECT a.login || '/' || r.name AS name FROM updater_secret_repositories s
             JOIN repositories r ON r.id = s.repository_id JOIN accounts a ON a.id = r.owner_id
             WHERE s.secret_id = ? ORDER BY r.id`,
            id,
          )
          .map(({ name }) => name),
      }));
    },
    settled: () => deliveries.settled(),
  };
}

/** The same over HTTP, for who runs the service as a process. */
export function createControlRoutes(control: Control): Hono {
  const app = new Hono();
  // Values of secrets: a page of another origin must not read them through a person's browser.
  app.use(async (context, next) => {
    const origin = context.req.header("origin");
    if (origin !== undefined && origin !== new URL(context.req.url).origin) {
      return context.json({ message: "The control API refuses pages of other origins." }, 403);
    }
    return next();
  });
  app.get("/secrets", (context) => context.json({ secrets: control.secrets() }));
  app.all("*", (context) => context.json({ message: `The control API has no ${context.req.path}.` }, 404));
  return app;
}
