import * as z from "zod/mini";
import type { Transition } from "../../public.ts";
import { BadRequestError, bodyRoute, parseBody } from "./route.ts";

const by = z.optional(z.string());

/**
 * Schemas by the field that identifies the target. `repository` must be last, because other transitions have that
 * field, too.
 */
const TRANSITION_SCHEMAS: Readonly<Record<string, z.ZodMiniType<Transition>>> = {
  run: z.strictObject({
    run: z.int(),
    to: z.literal("completed"),
    conclusion: z.optional(z.string()),
    job: z.optional(z.union([z.string(), z.int()])),
  }),
  runner: z.strictObject({ organization: z.string(), runner: z.string(), to: z.enum(["online", "offline"]) }),
  pull: z.strictObject({
    repository: z.string(),
    pull: z.int(),
    by,
    to: z.enum(["merged", "closed", "open", "draft", "ready"]),
    method: z.optional(z.enum(["merge", "squash", "rebase"])),
  }),
  issue: z.strictObject({
    repository: z.string(),
    issue: z.int(),
    by,
    to: z.enum(["closed", "open", "deleted", "transferred"]),
    reason: z.optional(z.enum(["completed", "not_planned", "duplicate"])),
    target: z.optional(z.string()),
  }),
  account: z.strictObject({ account: z.string(), to: z.literal("deleted") }),
  installation: z.strictObject({ installation: z.int(), to: z.enum(["suspended", "active", "deleted"]), by }),
  invitee: z.strictObject({ organization: z.string(), invitee: z.string(), to: z.literal("accepted") }),
  repository: z.strictObject({ repository: z.string(), to: z.literal("deleted"), by }),
};

const ReviewSchema = z.strictObject({
  repository: z.string(),
  pull: z.int(),
  user: z.string(),
  state: z.optional(z.enum(["approved", "changes_requested", "commented"])),
  body: z.optional(z.string()),
});

export const TRANSITION_ROUTES = [
  bodyRoute("POST", "/transitions", z.looseObject({}), (control, body) => control.transition(readTransition(body))),
  bodyRoute("POST", "/reviews", ReviewSchema, (control, review) => ({ id: control.review(review) })),
];

function readTransition(body: object): Transition {
  const [, schema] = Object.entries(TRANSITION_SCHEMAS).find(([subject]) => Object.hasOwn(body, subject)) ?? [];
  if (!schema) throw new BadRequestError(`The body must have one of ${Object.keys(TRANSITION_SCHEMAS).join(", ")}.`);
  return parseBody(schema, body);
}
