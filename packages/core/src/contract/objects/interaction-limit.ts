import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, namedSchema } from "../schema.ts";

const limit = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    limit: extensibleEnum("existing_users", "contributors_only", "collaborators_only"),
    origin: z.string(),
    expires_at: z.string(),
  }),
);

/** A temporary limit on who can comment, open issues and create pull requests. */
export interface InteractionLimit extends SchemaOutput<typeof interactionLimitSchema> {}
const interactionLimitSchema = /* @__PURE__ */ namedSchema(limit);
export const InteractionLimit: NamedSchema<InteractionLimit> = interactionLimitSchema;

/** The limit in effect; has no fields if there is no limit. */
export interface CurrentInteractionLimit extends SchemaOutput<typeof currentInteractionLimitSchema> {}
const currentInteractionLimitSchema = /* @__PURE__ */ namedSchema(() => z.partial(limit()));
export const CurrentInteractionLimit: NamedSchema<CurrentInteractionLimit> = currentInteractionLimitSchema;
