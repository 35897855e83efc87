import * as z from "zod/mini";
import type { Database } from "./database.ts";
import { readSetting, type Setting, writeSetting } from "./settings.ts";

// Who alone may interact with an organization's public repositories, for a while.

export const InteractionLimit = z.object({
  limit: z.enum(["existing_users", "contributors_only", "collaborators_only"]),
  expires_at: z.string(),
});
export type InteractionLimit = z.output<typeof InteractionLimit>;

const SETTING = {
  name: "interaction_limit",
  shape: z.object({ limit: z._default(z.nullable(InteractionLimit), null) }),
} satisfies Setting<unknown>;

/** The limit that an organization has now; one that expired is none. */
export function interactionLimitOf(db: Database, organizationId: number, now: string): InteractionLimit | undefined {
  const { limit } = readSetting(db, SETTING, organizationId);
  return limit && limit.expires_at > now ? limit : undefined;
}

/** Limits interactions; null: anybody may. */
export function setInteractionLimit(db: Database, organizationId: number, limit: InteractionLimit | null): void {
  writeSetting(db, SETTING, organizationId, { limit });
}
