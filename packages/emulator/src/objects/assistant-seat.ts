import { type Account, getAccount } from "../state/accounts.ts";
import type { AssistantPolicies, LicenseSeat } from "../state/assistant-seats.ts";
import { getTeam } from "../state/teams.ts";
import type { World } from "../world.ts";
import { renderOrganization } from "./organization.ts";
import { renderTeam } from "./team.ts";
import { renderUser } from "./user.ts";

/** Somebody's seat at the assistant (public description). */
export function renderAssistantSeat(
  world: World,
  organization: Account,
  { plan_type }: AssistantPolicies,
  seat: LicenseSeat,
) {
  const team = seat.team_id === null ? undefined : getTeam(world.db, seat.team_id);
  return {
    assignee: renderUser(world, getAccount(world.db, seat.user_id)),
    organization: renderOrganization(world, organization),
    assigning_team: team ? renderTeam(world, team) : null,
    pending_cancellation_date: seat.ends_on,
    last_activity_at: seat.active_at,
    last_activity_editor: seat.editor,
    last_authenticated_at: seat.authenticated_at,
    created_at: seat.created_at,
    updated_at: seat.updated_at,
    plan_type,
  };
}

/** What an organization has of the assistant. @param cycle when the billing cycle began */
export function renderAssistantBilling(policies: AssistantPolicies, seats: readonly LicenseSeat[], cycle: string) {
  const count = (holds: (seat: LicenseSeat) => boolean) => seats.filter(holds).length;
  const isActive = ({ active_at }: LicenseSeat) => active_at !== null && active_at >= cycle;
  return {
    seat_breakdown: {
      total: seats.length,
      added_this_cycle: count(({ created_at }) => created_at >= cycle),
      pending_cancellation: count(({ ends_on }) => ends_on !== null),
      // Seats are for members: nobody is invited to one.
      pending_invitation: 0,
      active_this_cycle: count(isActive),
      inactive_this_cycle: count((seat) => !isActive(seat)),
    },
    ...policies,
  };
}
