import type { EmulatorContext } from "../emulator-context.ts";
import { type Account, getAccount } from "../state/accounts.ts";
import type { AssistantPolicies, LicenseSeat } from "../state/assistant-seats.ts";
import { teams } from "../state/teams.ts";
import { renderOrganization } from "./organization.ts";
import { renderTeam } from "./team.ts";
import { renderUser } from "./user.ts";

/** Renders a user's Copilot seat. */
export function renderAssistantSeat(
  context: EmulatorContext,
  organization: Account,
  { plan_type }: AssistantPolicies,
  seat: LicenseSeat,
) {
  const team = seat.team_id === null ? undefined : teams.find(context.db, { id: seat.team_id });
  return {
    assignee: renderUser(context, getAccount(context.db, seat.user_id)),
    organization: renderOrganization(context, organization),
    assigning_team: team ? renderTeam(context, team) : null,
    pending_cancellation_date: seat.ends_on,
    last_activity_at: seat.active_at,
    last_activity_editor: seat.editor,
    last_authenticated_at: seat.authenticated_at,
    created_at: seat.created_at,
    updated_at: seat.updated_at,
    plan_type,
  };
}

/**
 * Renders an organization's Copilot seat summary and policies.
 * @param cycleStart start of the billing cycle
 */
export function renderAssistantBilling(policies: AssistantPolicies, seats: readonly LicenseSeat[], cycleStart: string) {
  const count = (matches: (seat: LicenseSeat) => boolean) => seats.filter(matches).length;
  const isActive = ({ active_at }: LicenseSeat) => active_at !== null && active_at >= cycleStart;
  return {
    seat_breakdown: {
      total: seats.length,
      added_this_cycle: count(({ created_at }) => created_at >= cycleStart),
      pending_cancellation: count(({ ends_on }) => ends_on !== null),
      // Only members get seats, so there are no pending invitations.
      pending_invitation: 0,
      active_this_cycle: count(isActive),
      inactive_this_cycle: count((seat) => !isActive(seat)),
    },
    ...policies,
  };
}
