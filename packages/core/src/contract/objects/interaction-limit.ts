import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, namedSchema } from "../schema.ts";

const limit = lazy(() =>
  z.looseObject({
    limit: extensibleEnum("existing_users", "contributors_only", "collaborators_only"),
    origin: z.string(),
    expires_at: z.string(),
  }),
);

/** A temporary limit on who can comment, open issues and create pull requests. */
export class InteractionLimit extends namedSchema(limit) {}

/** The limit in effect; has no fields if there is no limit. */
export class CurrentInteractionLimit extends namedSchema(() => z.partial(limit())) {}
