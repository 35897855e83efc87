import * as z from "zod/mini";
import * as state from "../../state/labels.ts";
import { createMilestone } from "../../state/milestones.ts";
import type { Repository } from "../../state/repositories.ts";
import { defineSection } from "../define-section.ts";
import { SeedTime } from "../time.ts";

const Label = z.strictObject({
  color: z._default(z.string().check(z.regex(/^[0-9a-f]{6}$/i, "must have six hexadecimal digits")), "ededed"),
  description: z._default(z.string(), ""),
  default: z._default(z.boolean(), false),
});

/** Inserts a repository's labels, by name. */
export const labels = defineSection(z.record(z.string(), Label), ({ db }, { id }: Repository, input) => {
  for (const [name, label] of Object.entries(input)) {
    const { color, description, default: is_default } = label;
    state.labels.insert(db, { repository_id: id, name, color, description, is_default });
  }
});

const Milestone = z.strictObject({
  description: z.optional(z.string()),
  state: z._default(z.enum(["open", "closed"]), "open"),
  creator: z.optional(z.string()),
  created: z.optional(SeedTime),
  updated: z.optional(SeedTime),
  closed: z.optional(SeedTime),
  due: z.optional(SeedTime),
});

/** Inserts a repository's milestones by title, numbered in order. */
export const milestones = defineSection(
  z.record(z.string(), Milestone),
  ({ db, toTimestamp, userId }, { id }: Repository, input, path) => {
    for (const [title, milestone] of Object.entries(input)) {
      const { description = null, state, creator, created, updated = created, closed = updated, due } = milestone;
      createMilestone(db, {
        repository_id: id,
        title,
        description,
        state,
        created_at: toTimestamp(created),
        updated_at: toTimestamp(updated),
        creator_id: userId(creator, [...path, title, "creator"]),
        closed_at: state === "closed" ? toTimestamp(closed) : null,
        due_on: due === undefined ? null : toTimestamp(due),
      });
    }
  },
);
