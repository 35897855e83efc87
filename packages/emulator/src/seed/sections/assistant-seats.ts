import * as z from "zod/mini";
import { type Account, memberRole } from "../../state/accounts.ts";
import {
  AssistantPolicies,
  endSeat,
  giveSeat,
  recordActivity,
  setAssistantPolicies,
} from "../../state/assistant-seats.ts";
import type { UserOrTeamId } from "../../state/teams.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const Given = z.strictObject({
  created: z.optional(SeedTime),
  /** The day from which on it is none. */
  ends: z.optional(SeedTime),
});

const Activity = z.strictObject({
  active: z.optional(SeedTime),
  editor: z.optional(z.string()),
  authenticated: z.optional(SeedTime),
});

const AssistantSeats = z.strictObject({
  ...AssistantPolicies.shape,
  /** Who has a seat by name, and the teams whose members all have one. */
  users: z._default(z.record(z.string(), Given), {}),
  teams: z._default(z.record(z.string(), Given), {}),
  /** What people did last. */
  activity: z._default(z.record(z.string(), Activity), {}),
});

/** What an organization has of the assistant: its policies, and who has a seat. */
export const assistantSeats = section(AssistantSeats, (planting, organization: Account, told, path) => {
  const { db, at } = planting;
  const { users, teams, activity, ...policies } = told;
  setAssistantPolicies(db, organization.id, policies, at(undefined));
  const give = (to: UserOrTeamId, { created, ends }: z.output<typeof Given>) => {
    giveSeat(db, organization.id, to, at(created));
    if (ends !== undefined) endSeat(db, organization.id, to, at(ends).slice(0, 10), at(created));
  };
  for (const [login, given] of Object.entries(users)) {
    const { id } = planting.user(login, [...path, "users", login]);
    if (!memberRole(db, organization.id, id)) {
      throw new SeedProblem([...path, "users", login], "is no member of the organization");
    }
    give({ userId: id }, given);
  }
  for (const [slug, given] of Object.entries(teams)) {
    give({ teamId: planting.team(organization, slug, [...path, "teams", slug]).id }, given);
  }
  for (const [login, { active, editor, authenticated }] of Object.entries(activity)) {
    recordActivity(db, organization.id, planting.user(login, [...path, "activity", login]).id, {
      active_at: active === undefined ? null : at(active),
      editor: editor ?? null,
      authenticated_at: authenticated === undefined ? null : at(authenticated),
    });
  }
});
