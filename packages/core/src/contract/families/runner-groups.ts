import * as z from "zod/mini";

// What runner groups of organizations and of enterprises take alike (document 2).

/** The fields of a group that is created or changed. */
export const groupFields = () => ({
  allows_public_repositories: z._default(z.boolean(), false),
  restricted_to_workflows: z._default(z.boolean(), false),
  /** Sent, and ignored by the service, unless `restricted_to_workflows` is true. */
  selected_workflows: z.optional(z.array(z.string())),
});

/** The path of everything that belongs to one group. */
export const groupId = () => ({ runner_group_id: z.int() });
export const groupPath = () => z.object(groupId());
