import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { InteractionLimit, setInteractionLimit } from "../../state/interaction-limits.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

/** Who alone may interact with an organization's public repositories, and until when. */
export const interactionLimit = section(
  z.strictObject({ limit: InteractionLimit.shape.limit, expires: z._default(SeedTime, "+1d") }),
  (planting, { id }: Account, { limit, expires }) =>
    setInteractionLimit(planting.db, id, { limit, expires_at: planting.at(expires) }),
);
