import * as z from "zod/mini";
import { type Account, memberRole } from "../../state/accounts.ts";
import {
  AssistantPolicies,
  assignSeat,
  assistantActivity,
  assistantPolicies,
  endSeat,
} from "../../state/assistant-seats.ts";
import type { UserOrTeamId } from "../../state/teams.ts";
import { defineSection } from "../define-section.ts";
import { eachEntry, SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

const SeatAssignment = z.strictObject({
  created: z.optional(SeedTime),
  /** Day on which the seat ends. */
  ends: z.optional(SeedTime),
});

const Activity = z.strictObject({
  active: z.optional(SeedTime),
  editor: z.optional(z.string()),
  authenticated: z.optional(SeedTime),
});

const AssistantSeats = z.strictObject({
  ...AssistantPolicies.shape,
  /** Seats assigned to users by login, and to all members of teams by slug. */
  users: z._default(z.record(z.string(), SeatAssignment), {}),
  teams: z._default(z.record(z.string(), SeatAssignment), {}),
  /** Last activity by login. */
  activity: z._default(z.record(z.string(), Activity), {}),
});

/** Inserts an organization's Copilot policies, seats and activity. */
export const assistantSeats = defineSection(AssistantSeats, (context, organization: Account, input) => {
  const { db, user, team, toTimestamp, timeOrNull } = context;
  const { users, teams, activity, ...policies } = input;
  const organization_id = organization.id;
  assistantPolicies.put(db, { organization_id, policies, since: toTimestamp(undefined) });
  const insertSeat = (to: UserOrTeamId, { created, ends }: z.output<typeof SeatAssignment>) => {
    assignSeat(db, organization_id, to, toTimestamp(created));
    if (ends !== undefined) endSeat(db, organization_id, to, toTimestamp(ends).slice(0, 10), toTimestamp(created));
  };
  eachEntry(["users"], users, (login, assignment) => {
    const userId = user(login).id;
    if (!memberRole(db, organization_id, userId)) throw new SeedError([], "must be a member of the organization");
    insertSeat({ userId }, assignment);
  });
  eachEntry(["teams"], teams, (slug, assignment) => insertSeat({ teamId: team(organization, slug).id }, assignment));
  eachEntry(["activity"], activity, (login, { active, editor, authenticated }) => {
    const times = { active_at: timeOrNull(active), authenticated_at: timeOrNull(authenticated) };
    assistantActivity.put(db, { organization_id, user_id: user(login).id, editor: editor ?? null, ...times });
  });
});
