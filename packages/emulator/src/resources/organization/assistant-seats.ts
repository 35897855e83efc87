import {
  addAssistantSeatsForTeams,
  addAssistantSeatsForUsers,
  cancelAssistantSeatsForTeams,
  cancelAssistantSeatsForUsers,
  getAssistantBilling,
  getAssistantSeat,
  listAssistantSeats,
} from "@forgehand/core/operations";
import { listed, type OrganizationCall, onOrganization } from "../../http/call.ts";
import { invalid, notFound, Refusal } from "../../http/refusal.ts";
import { renderAssistantBilling, renderAssistantSeat } from "../../objects/assistant-seat.ts";
import { findAccount, memberRole } from "../../state/accounts.ts";
import * as state from "../../state/assistant-seats.ts";
import { findTeam, type UserOrTeamId } from "../../state/teams.ts";
import { timestamp } from "../../timestamp.ts";

export const assistantSeats = [
  onOrganization(getAssistantBilling, (_input, call) =>
    renderAssistantBilling(policiesOf(call), seatsOf(call), timestamp(cycleOf(call).from)),
  ),

  onOrganization(listAssistantSeats, (_input, call) => {
    const { world, organization, window } = call;
    const policies = policiesOf(call);
    const seats = seatsOf(call);
    const rows = seats.slice(window.offset, window.offset + window.limit);
    return {
      total_seats: seats.length,
      seats: listed(call, { rows, total: seats.length }, (seat) =>
        renderAssistantSeat(world, organization, policies, seat),
      ),
    };
  }),

  onOrganization(addAssistantSeatsForTeams, ({ selected_teams }, call) => ({
    seats_created: give(call, teamsNamed(call, selected_teams)),
  })),

  onOrganization(cancelAssistantSeatsForTeams, ({ selected_teams }, call) => ({
    seats_cancelled: cancel(call, teamsNamed(call, selected_teams)),
  })),

  onOrganization(addAssistantSeatsForUsers, ({ selected_usernames }, call) => ({
    seats_created: give(call, membersNamed(call, selected_usernames)),
  })),

  onOrganization(cancelAssistantSeatsForUsers, ({ selected_usernames }, call) => {
    const users = membersNamed(call, selected_usernames);
    const given = seatsOf(call).filter(({ team_id, ends_on }) => team_id !== null && ends_on === null);
    if (users.some(({ userId }) => given.some(({ user_id }) => user_id === userId))) {
      throw invalid("selected_usernames", "a seat that a team gives is cancelled with the team's", "unprocessable");
    }
    return { seats_cancelled: cancel(call, users) };
  }),

  onOrganization(getAssistantSeat, (_input, call) => {
    const { world, organization, subject } = call;
    const policies = state.assistantPolicies(world.db, organization.id);
    if (!policies) throw new Refusal(422, NONE);
    const seat = seatsOf(call).find(({ user_id }) => user_id === subject?.id);
    if (!seat) throw notFound();
    return renderAssistantSeat(world, organization, policies, seat);
  }),
];

const NONE = "The assistant is not enabled for this organization.";

/** @throws Refusal 404 for an organization without the assistant */
function policiesOf({ world, organization }: OrganizationCall): state.AssistantPolicies {
  const policies = state.assistantPolicies(world.db, organization.id);
  if (!policies) throw notFound();
  return policies;
}

/** Seats are given one by one only where the organization is set up so. @throws Refusal 422 */
function checkSelecting({ world, organization }: OrganizationCall): void {
  const policies = state.assistantPolicies(world.db, organization.id);
  if (!policies) throw new Refusal(422, NONE);
  if (policies.public_code_suggestions === "unconfigured") {
    throw new Refusal(422, "A policy for suggestions that match public code must be set first.");
  }
  if (policies.seat_management_setting !== "assign_selected") {
    throw new Refusal(422, `Seats can't be selected: the seat management is ${policies.seat_management_setting}.`);
  }
}

/** A billing cycle is a calendar month. */
function cycleOf({ world }: OrganizationCall): { from: Date; until: Date } {
  const time = world.now();
  const at = (months: number) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months));
  return { from: at(0), until: at(1) };
}

const dayOf = (time: Date) => timestamp(time).slice(0, 10);

function seatsOf({ world, organization }: OrganizationCall): state.LicenseSeat[] {
  return state.seatsOf(world.db, organization, dayOf(world.now()));
}

/** @returns how many people have a lasting seat by it who had none */
function give(call: OrganizationCall, to: readonly UserOrTeamId[]): number {
  const { world, organization } = call;
  return changed(call, isLasting, () => {
    for (const each of to) state.giveSeat(world.db, organization.id, each, timestamp(world.now()));
  });
}

/** What is cancelled lasts until the next billing cycle. @returns how many people's seats end by it */
function cancel(call: OrganizationCall, of: readonly UserOrTeamId[]): number {
  const { world, organization } = call;
  const endsOn = dayOf(cycleOf(call).until);
  return changed(call, isEnding, () => {
    for (const each of of) state.endSeat(world.db, organization.id, each, endsOn, timestamp(world.now()));
  });
}

const isLasting = ({ ends_on }: state.LicenseSeat) => ends_on === null;
const isEnding = ({ ends_on }: state.LicenseSeat) => ends_on !== null;

/** How many people's seats are so by what is done, and were not before. */
function changed(call: OrganizationCall, isSo: (seat: state.LicenseSeat) => boolean, work: () => void): number {
  const held = () =>
    seatsOf(call)
      .filter(isSo)
      .map(({ user_id }) => user_id);
  const before = new Set(held());
  call.world.db.transaction(work);
  return held().filter((id) => !before.has(id)).length;
}

/** @throws Refusal 404 where there is no such team, 422 where seats can't be selected */
function teamsNamed(call: OrganizationCall, slugs: readonly string[]) {
  checkSelecting(call);
  return slugs.map((slug) => {
    const team = findTeam(call.world.db, call.organization.id, slug);
    if (!team) throw notFound();
    return { teamId: team.id };
  });
}

/** @throws Refusal 404 where there is no such user, 422 for who is no member and where seats can't be selected */
function membersNamed(call: OrganizationCall, logins: readonly string[]) {
  const { world, organization } = call;
  checkSelecting(call);
  return logins.map((login) => {
    const account = findAccount(world.db, login);
    if (account?.type !== "User") throw notFound();
    if (!memberRole(world.db, organization.id, account.id)) {
      throw invalid("selected_usernames", `${account.login} is no member of the organization`);
    }
    return { userId: account.id };
  });
}
