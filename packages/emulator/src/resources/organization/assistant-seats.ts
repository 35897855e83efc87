import {
  addAssistantSeatsForTeams,
  addAssistantSeatsForUsers,
  cancelAssistantSeatsForTeams,
  cancelAssistantSeatsForUsers,
  getAssistantBilling,
  getAssistantSeat,
  listAssistantSeats,
} from "@forgehand/core/operations";
import { type OrganizationCall, organizationHandler, renderPage } from "../../http/handler.ts";
import { HttpError, invalid, notFound, requireFound } from "../../http-error.ts";
import { renderAssistantBilling, renderAssistantSeat } from "../../objects/assistant-seat.ts";
import { accounts, memberRole } from "../../state/accounts.ts";
import * as state from "../../state/assistant-seats.ts";
import { teams, type UserOrTeamId } from "../../state/teams.ts";
import { timestamp } from "../../timestamp.ts";

export const assistantSeats = [
  organizationHandler(getAssistantBilling, (_input, call) =>
    renderAssistantBilling(requirePolicies(call), currentSeats(call), timestamp(billingCycle(call).from)),
  ),

  organizationHandler(listAssistantSeats, (_input, call) => {
    const { context, organization, page } = call;
    const policies = requirePolicies(call);
    const seats = currentSeats(call);
    const rows = seats.slice(page.offset, page.offset + page.limit);
    return {
      total_seats: seats.length,
      seats: renderPage(call, { rows, total: seats.length }, (seat) =>
        renderAssistantSeat(context, organization, policies, seat),
      ),
    };
  }),

  organizationHandler(addAssistantSeatsForTeams, ({ selected_teams }, call) => ({
    seats_created: assignSeats(call, resolveTeams(call, selected_teams)),
  })),

  organizationHandler(cancelAssistantSeatsForTeams, ({ selected_teams }, call) => ({
    seats_cancelled: cancelSeats(call, resolveTeams(call, selected_teams)),
  })),

  organizationHandler(addAssistantSeatsForUsers, ({ selected_usernames }, call) => ({
    seats_created: assignSeats(call, resolveMembers(call, selected_usernames)),
  })),

  organizationHandler(cancelAssistantSeatsForUsers, ({ selected_usernames }, call) => {
    const users = resolveMembers(call, selected_usernames);
    const teamSeats = currentSeats(call).filter(({ team_id, ends_on }) => team_id !== null && ends_on === null);
    if (users.some(({ userId }) => teamSeats.some(({ user_id }) => user_id === userId))) {
      throw invalid(
        "selected_usernames",
        "a seat assigned through a team can only be cancelled for the team",
        "unprocessable",
      );
    }
    return { seats_cancelled: cancelSeats(call, users) };
  }),

  organizationHandler(getAssistantSeat, (_input, call) => {
    const { context, organization, subject } = call;
    const policies = state.assistantPoliciesOf(context.db, organization.id);
    if (!policies) throw new HttpError(422, NOT_ENABLED);
    const seat = requireFound(currentSeats(call).find(({ user_id }) => user_id === subject?.id));
    return renderAssistantSeat(context, organization, policies, seat);
  }),
];

const NOT_ENABLED = "The assistant is not enabled for this organization.";

/** @throws HttpError 404 for an organization without Copilot */
function requirePolicies({ context, organization }: OrganizationCall): state.AssistantPolicies {
  return requireFound(state.assistantPoliciesOf(context.db, organization.id));
}

/**
 * Checks that the organization assigns seats individually.
 * @throws HttpError 422
 */
function requireSeatSelection({ context, organization }: OrganizationCall): void {
  const policies = state.assistantPoliciesOf(context.db, organization.id);
  if (!policies) throw new HttpError(422, NOT_ENABLED);
  if (policies.public_code_suggestions === "unconfigured") {
    throw new HttpError(422, "A policy for suggestions that match public code must be set first.");
  }
  if (policies.seat_management_setting !== "assign_selected") {
    throw new HttpError(
      422,
      `Seats can't be assigned individually: seat_management_setting is ${policies.seat_management_setting}.`,
    );
  }
}

/** Returns the current billing cycle, which is a calendar month. */
function billingCycle({ context }: OrganizationCall): { from: Date; until: Date } {
  const time = context.now();
  const monthStart = (months: number) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months));
  return { from: monthStart(0), until: monthStart(1) };
}

const formatDay = (time: Date) => timestamp(time).slice(0, 10);

function currentSeats({ context, organization }: OrganizationCall): state.LicenseSeat[] {
  return state.seatsOf(context.db, organization, formatDay(context.now()));
}

/**
 * Assigns seats.
 * @returns the number of users with a new or no longer cancelled seat
 */
function assignSeats(call: OrganizationCall, assignees: readonly UserOrTeamId[]): number {
  const { context, organization } = call;
  return countChangedSeats(call, isUncancelled, () => {
    for (const assignee of assignees) state.assignSeat(context.db, organization.id, assignee, timestamp(context.now()));
  });
}

/**
 * Cancels seats at the end of the billing cycle.
 * @returns the number of users whose seat now ends
 */
function cancelSeats(call: OrganizationCall, assignees: readonly UserOrTeamId[]): number {
  const { context, organization } = call;
  const endsOn = formatDay(billingCycle(call).until);
  return countChangedSeats(call, isCancelled, () => {
    for (const assignee of assignees)
      state.endSeat(context.db, organization.id, assignee, endsOn, timestamp(context.now()));
  });
}

const isUncancelled = ({ ends_on }: state.LicenseSeat) => ends_on === null;
const isCancelled = ({ ends_on }: state.LicenseSeat) => ends_on !== null;

/** Applies a change and counts the users whose seats match the predicate only afterwards. */
function countChangedSeats(
  call: OrganizationCall,
  predicate: (seat: state.LicenseSeat) => boolean,
  change: () => void,
): number {
  const matchingUsers = () =>
    currentSeats(call)
      .filter(predicate)
      .map(({ user_id }) => user_id);
  const before = new Set(matchingUsers());
  call.context.db.transaction(change);
  return matchingUsers().filter((id) => !before.has(id)).length;
}

/** @throws HttpError 404 if a team doesn't exist, 422 if seats can't be assigned individually */
function resolveTeams(call: OrganizationCall, slugs: readonly string[]) {
  requireSeatSelection(call);
  return slugs.map((slug) => {
    const team = requireFound(teams.find(call.context.db, { organization_id: call.organization.id, slug }));
    return { teamId: team.id };
  });
}

/** @throws HttpError 404 if a user doesn't exist, 422 if one isn't a member or seats can't be assigned individually */
function resolveMembers(call: OrganizationCall, logins: readonly string[]) {
  const { context, organization } = call;
  requireSeatSelection(call);
  return logins.map((login) => {
    const account = accounts.find(context.db, { login });
    if (account?.type !== "User") throw notFound();
    if (!memberRole(context.db, organization.id, account.id)) {
      throw invalid("selected_usernames", `${account.login} is not a member of the organization`);
    }
    return { userId: account.id };
  });
}
