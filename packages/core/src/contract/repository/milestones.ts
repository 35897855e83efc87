import * as z from "zod/mini";
import { sortDirection, timestamp } from "../fields.ts";
import { Milestone } from "../objects/milestone.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { change, create, get, update } from "../reads-and-writes.ts";
import { SHARED_READ, sharedWrite } from "../shared/issues.ts";

// The operations follow the public documentation, their schemas the public API description.

const write = sharedWrite("push");

const path = () => z.object({ milestone_number: z.int() });
const state = () => z.enum(["open", "closed"]);
const details = () => ({ description: z.optional(z.string()), due_on: z.optional(timestamp()) });

/**
 * Lists the milestones of a repository.
 * @see https://docs.github.com/rest/issues/milestones#list-milestones
 */
export const listMilestones = operation("GET /repos/{owner}/{repo}/milestones", () => ({
  ...list(Milestone.schema(), {
    state: z._default(z.enum(["open", "closed", "all"]), "open"),
    sort: z._default(z.enum(["due_on", "completeness"]), "due_on"),
    direction: z._default(sortDirection(), "asc"),
  }),
  otherStatuses: [404],
  access: SHARED_READ,
}));

/**
 * Creates a milestone.
 * @see https://docs.github.com/rest/issues/milestones#create-a-milestone
 */
export const createMilestone = operation("POST /repos/{owner}/{repo}/milestones", () => ({
  body: z.object({ title: z.string(), state: z._default(state(), "open"), ...details() }),
  ...create({ access: write }, Milestone.schema(), [404, 422]),
}));

/**
 * Gets a milestone.
 * @see https://docs.github.com/rest/issues/milestones#get-a-milestone
 */
export const getMilestone = operation("GET /repos/{owner}/{repo}/milestones/{milestone_number}", () => ({
  path: path(),
  ...get({ access: SHARED_READ }, Milestone.schema(), [404]),
}));

/**
 * Updates a milestone.
 * @see https://docs.github.com/rest/issues/milestones#update-a-milestone
 */
export const updateMilestone = operation("PATCH /repos/{owner}/{repo}/milestones/{milestone_number}", () => ({
  path: path(),
  body: z.object({ title: z.optional(z.string()), state: z.optional(state()), ...details() }),
  ...update({ access: write }, Milestone.schema()),
}));

/**
 * Deletes a milestone. Its issues and pull requests remain, without a milestone.
 * @see https://docs.github.com/rest/issues/milestones#delete-a-milestone
 */
export const deleteMilestone = operation("DELETE /repos/{owner}/{repo}/milestones/{milestone_number}", () => ({
  path: path(),
  ...change({ access: write }, [404]),
}));
