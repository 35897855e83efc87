import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { named, open } from "../schema.ts";

const limit = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    limit: open("existing_users", "contributors_only", "collaborators_only"),
    origin: z.string(),
    expires_at: z.string(),
  }),
);

/** Who alone may comment, open issues and create pull requests for a while (public description). */
export interface InteractionLimit extends OutputOf<typeof interactionLimitSchema> {}
const interactionLimitSchema = /* @__PURE__ */ named(limit);
export const InteractionLimit: Named<InteractionLimit> = interactionLimitSchema;

/** The limit that is in force; without any field, where there is none (public description). */
export interface CurrentInteractionLimit extends OutputOf<typeof currentInteractionLimitSchema> {}
const currentInteractionLimitSchema = /* @__PURE__ */ named(() => z.partial(limit()));
export const CurrentInteractionLimit: Named<CurrentInteractionLimit> = currentInteractionLimitSchema;
