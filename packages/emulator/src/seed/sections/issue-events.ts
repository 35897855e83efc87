import * as z from "zod/mini";
import { ISSUE_EVENTS, issueEvents } from "../../state/issue-events.ts";
import { LOCK_REASONS, STATE_REASONS } from "../../state/issues.ts";
import { labels } from "../../state/labels.ts";
import type { SeedContext } from "../seed-context.ts";
import { SeedTime } from "../time.ts";

/** An event of an issue or pull request. What it was about doesn't need to exist any longer. */
export const SeededEvent = z.strictObject({
  event: z.enum(ISSUE_EVENTS),
  actor: z.string(),
  created: z.optional(SeedTime),
  label: z.optional(z.string()),
  milestone: z.optional(z.string()),
  /** The user who was assigned or requested. */
  user: z.optional(z.string()),
  commit: z.optional(z.string().check(z.regex(/^[0-9a-f]{40}$/, "must be a commit's hash"))),
  rename: z.optional(z.strictObject({ from: z.string(), to: z.string() })),
  reason: z.optional(z.enum([...STATE_REASONS, ...LOCK_REASONS])),
});

/** Inserts an event of an issue. */
export function insertEvent(
  { db, toTimestamp, actor, user }: SeedContext,
  issue: { readonly id: number; readonly repositoryId: number },
  given: z.output<typeof SeededEvent>,
  defaultTime: z.output<typeof SeedTime> | undefined,
): void {
  const { event, created = defaultTime, label, milestone, rename, reason, commit } = given;
  const color =
    label === undefined ? undefined : labels.find(db, { repository_id: issue.repositoryId, name: label })?.color;
  issueEvents.insert(db, {
    issue_id: issue.id,
    actor_id: actor(given.actor, "actor").id,
    event,
    commit_sha: commit,
    subject_id: given.user === undefined ? null : user(given.user).id,
    details: {
      ...(label === undefined ? {} : { label: { name: label, color: color ?? "ededed" } }),
      ...(milestone === undefined ? {} : { milestone: { title: milestone } }),
      ...(rename && { rename }),
      ...(event === "locked" ? { lock_reason: reason ?? null } : {}),
      ...(event === "closed" ? { state_reason: reason ?? null } : {}),
    },
    created_at: toTimestamp(created),
  });
}
