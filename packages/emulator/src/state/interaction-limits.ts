import * as z from "zod/mini";
import type { Database } from "./database.ts";
import { readSetting, type SettingDefinition, writeSetting } from "./settings.ts";

// Temporary limits on who can interact with an organization's public repositories.

export const InteractionLimit = z.object({
  limit: z.enum(["existing_users", "contributors_only", "collaborators_only"]),
  expires_at: z.string(),
});
export type InteractionLimit = z.output<typeof InteractionLimit>;

const SETTING = {
  name: "interaction_limit",
  shape: z.object({ limit: z._default(z.nullable(InteractionLimit), null) }),
} satisfies SettingDefinition<unknown>;

/** Returns an organization's current limit; undefined if it has none or it has expired. */
export function interactionLimitOf(db: Database, organizationId: number, now: string): InteractionLimit | undefined {
  const { limit } = readSetting(db, SETTING, organizationId);
  return limit && limit.expires_at > now ? limit : undefined;
}

/** Sets the interaction limit; null removes it. */
export function setInteractionLimit(db: Database, organizationId: number, limit: InteractionLimit | null): void {
  writeSetting(db, SETTING, organizationId, { limit });
}
