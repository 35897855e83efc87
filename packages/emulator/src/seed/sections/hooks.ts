import * as z from "zod/mini";
import { createHook } from "../../state/hooks.ts";
import type { Repository } from "../../state/repositories.ts";
import { section } from "../section.ts";

const Hook = z.strictObject({
  url: z.url(),
  content_type: z._default(z.enum(["json", "form"]), "form"),
  secret: z.optional(z.string()),
  insecure_ssl: z._default(z.boolean(), false),
  events: z._default(z.array(z.string()), ["push"]),
  active: z._default(z.boolean(), true),
});

/** A repository's webhooks. */
export const hooks = section(z.array(Hook), (planting, repository: Repository, list) => {
  for (const { secret, insecure_ssl, ...hook } of list) {
    const settings = { ...hook, secret: secret ?? null, insecure_ssl: insecure_ssl ? "1" : "0" };
    createHook(planting.db, repository.id, settings, planting.at(undefined));
  }
});
