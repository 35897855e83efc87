import { getInteractionLimit, removeInteractionLimit, setInteractionLimit } from "@forgehand/core/operations";
import { organizationHandler } from "../../http/handler.ts";
import * as state from "../../state/interaction-limits.ts";
import { addSeconds } from "../../state/time-arithmetic.ts";
import { timestamp } from "../../timestamp.ts";

const DAY_SECONDS = 24 * 3600;
const EXPIRY_SECONDS = {
  one_day: DAY_SECONDS,
  three_days: 3 * DAY_SECONDS,
  one_week: 7 * DAY_SECONDS,
  one_month: 30 * DAY_SECONDS,
  six_months: 180 * DAY_SECONDS,
} as const;

export const interactionLimits = [
  organizationHandler(getInteractionLimit, (_input, { context, organization }) => {
    const limit = state.interactionLimitOf(context.db, organization.id, timestamp(context.now()));
    return limit ? renderLimit(limit) : {};
  }),

  organizationHandler(setInteractionLimit, ({ limit: kind, expiry = "one_day" }, { context, organization }) => {
    const limit = { limit: kind, expires_at: addSeconds(timestamp(context.now()), EXPIRY_SECONDS[expiry]) };
    state.setInteractionLimit(context.db, organization.id, limit);
    return renderLimit(limit);
  }),

  organizationHandler(removeInteractionLimit, (_input, { context, organization }) => {
    state.setInteractionLimit(context.db, organization.id, null);
  }),
];

const renderLimit = ({ limit, expires_at }: state.InteractionLimit) => ({ limit, origin: "organization", expires_at });
