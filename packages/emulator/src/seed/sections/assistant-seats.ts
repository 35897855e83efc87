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
import { SeedError } from "../seed-error.ts";
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
export const assistantSeats = defineSection(AssistantSeats, (context, organization: Account, input, path) => {
  const { db, toTimestamp } = context;
  const { users, teams, activity, ...policies } = input;
  assistantPolicies.put(db, { organization_id: organization.id, policies, since: toTimestamp(undefined) });
  const insertSeat = (to: UserOrTeamId, { created, ends }: z.output<typeof SeatAssignment>) => {
    assignSeat(db, organization.id, to, toTimestamp(created));
    if (ends !== undefined) endSeat(db, organization.id, to, toTimestamp(ends).slice(0, 10), toTimestamp(created));
  };
  for (const [login, assignment] of Object.entries(users)) {
    const { id } = context.user(login, [...path, "users", login]);
    if (!memberRole(db, organization.id, id)) {
      throw new SeedError([...path, "users", login], "must be a member of the organization");
    }
    insertSeat({ userId: id }, assignment);
  }
  for (const [slug, assignment] of Object.entries(teams)) {
    insertSeat({ teamId: context.team(organization, slug, [...path, "teams", slug]).id }, assignment);
  }
  for (const [login, { active, editor, authenticated }] of Object.entries(activity)) {
    assistantActivity.put(db, {
      organization_id: organization.id,
      user_id: context.user(login, [...path, "activity", login]).id,
      active_at: active === undefined ? null : toTimestamp(active),
      editor: editor ?? null,
      authenticated_at: authenticated === undefined ? null : toTimestamp(authenticated),
    });
  }
});
