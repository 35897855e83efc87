import * as z from "zod/mini";
import * as state from "../../state/labels.ts";
import { createMilestone } from "../../state/milestones.ts";
import type { Repository } from "../../state/repositories.ts";
import { recordSection } from "../define-section.ts";
import { SeedTime } from "../time.ts";

const Label = z.strictObject({
  color: z._default(z.string().check(z.regex(/^[0-9a-f]{6}$/i, "must have six hexadecimal digits")), "ededed"),
  description: z._default(z.string(), ""),
  default: z._default(z.boolean(), false),
});

/** Inserts a repository's labels, by name. */
export const labels = recordSection(Label, ({ db }, { id }: Repository, name, { default: is_default, ...label }) =>
  state.labels.insert(db, { repository_id: id, name, is_default, ...label }),
);

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
export const milestones = recordSection(
  Milestone,
  ({ db, toTimestamp, timeOrNull, userId }, { id }: Repository, title, milestone) => {
    const { description = null, state, creator, created, updated = created, closed = updated, due } = milestone;
    createMilestone(db, {
      repository_id: id,
      title,
      description,
      state,
      created_at: toTimestamp(created),
      updated_at: toTimestamp(updated),
      creator_id: userId(creator, "creator"),
      closed_at: state === "closed" ? toTimestamp(closed) : null,
      due_on: timeOrNull(due),
    });
  },
);
