import * as z from "zod/mini";
import { createLabel } from "../../state/labels.ts";
import { createMilestone } from "../../state/milestones.ts";
import type { Repository } from "../../state/repositories.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const Label = z.strictObject({
  color: z._default(z.string().check(z.regex(/^[0-9a-f]{6}$/i, "has six hexadecimal digits")), "ededed"),
  description: z._default(z.string(), ""),
  default: z._default(z.boolean(), false),
});

/** A repository's labels, by their names. */
export const labels = section(z.record(z.string(), Label), ({ db }, { id }: Repository, told) => {
  for (const [name, label] of Object.entries(told)) {
    const { color, description, default: is_default } = label;
    createLabel(db, { repository_id: id, name, color, description, is_default });
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

/** A repository's milestones by their titles, numbered as they come. */
export const milestones = section(
  z.record(z.string(), Milestone),
  ({ db, at, userId }, { id }: Repository, told, path) => {
    for (const [title, milestone] of Object.entries(told)) {
      const { description = null, state, creator, created, updated = created, closed = updated, due } = milestone;
      createMilestone(db, {
        ...{ repository_id: id, title, description, state, created_at: at(created), updated_at: at(updated) },
        creator_id: userId(creator, [...path, title, "creator"]),
        closed_at: state === "closed" ? at(closed) : null,
        due_on: due === undefined ? null : at(due),
      });
    }
  },
);
