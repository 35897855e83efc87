import * as z from "zod/mini";

// Parts shared by runner groups of organizations and enterprises.

/** Fields for creating or updating a group. */
export const groupFields = () => ({
  allows_public_repositories: z._default(z.boolean(), false),
  restricted_to_workflows: z._default(z.boolean(), false),
  /** Ignored by the service unless `restricted_to_workflows` is true. */
  selected_workflows: z.optional(z.array(z.string())),
});

/** Path fields of everything that belongs to one group. */
export const groupIdField = () => ({ runner_group_id: z.int() });
export const groupPath = () => z.object(groupIdField());

/** Path fields of one runner in a group. */
export const groupRunnerPath = () => z.object({ ...groupIdField(), runner_id: z.int() });
