import { getInteractionLimit, removeInteractionLimit, setInteractionLimit } from "@forgehand/core/operations";
import { onOrganization } from "../../http/call.ts";
import * as state from "../../state/interaction-limits.ts";
import { later } from "../../state/moments.ts";
import { timestamp } from "../../timestamp.ts";

const DAY = 24 * 3600;
const SECONDS = {
  one_day: DAY,
  three_days: 3 * DAY,
  one_week: 7 * DAY,
  one_month: 30 * DAY,
  six_months: 180 * DAY,
} as const;

export const interactionLimits = [
  onOrganization(getInteractionLimit, (_input, { world, organization }) => {
    const limit = state.interactionLimitOf(world.db, organization.id, timestamp(world.now()));
    return limit ? shown(limit) : {};
  }),

  onOrganization(setInteractionLimit, ({ limit: kind, expiry = "one_day" }, { world, organization }) => {
    const limit = { limit: kind, expires_at: later(timestamp(world.now()), SECONDS[expiry]) };
    state.setInteractionLimit(world.db, organization.id, limit);
    return shown(limit);
  }),

  onOrganization(removeInteractionLimit, (_input, { world, organization }) => {
    state.setInteractionLimit(world.db, organization.id, null);
    return undefined;
  }),
];

const shown = ({ limit, expires_at }: state.InteractionLimit) => ({ limit, origin: "organization", expires_at });
