import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { InteractionLimit, setInteractionLimit } from "../../state/interaction-limits.ts";
import { defineSection } from "../define-section.ts";
import { SeedTime } from "../time.ts";

/** Inserts the interaction limit of an organization's public repositories. */
export const interactionLimit = defineSection(
  z.strictObject({ limit: InteractionLimit.shape.limit, expires: z._default(SeedTime, "+1d") }),
  (context, { id }: Account, { limit, expires }) =>
    setInteractionLimit(context.db, id, { limit, expires_at: context.toTimestamp(expires) }),
);
