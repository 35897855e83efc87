import * as z from "zod/mini";
import { Label } from "../objects/label.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { change, create, get, update } from "../reads-and-writes.ts";
import { issuePath, SHARED_READ, sharedWrite, suggestionFields } from "../shared/issues.ts";

// The operations follow the public documentation, their schemas the public API description.

const write = sharedWrite("push");

const description = () => z.optional(z.string());
const color = () => z.optional(z.string());

/**
 * Lists the labels of a repository.
 * @see https://docs.github.com/rest/issues/labels#list-labels-for-a-repository
 */
export const listLabels = operation("GET /repos/{owner}/{repo}/labels", () => ({
  ...list(Label.schema()),
  otherStatuses: [404],
  access: SHARED_READ,
}));

/**
 * Creates a label. The color is hexadecimal, without a leading `#`; by default the service chooses one.
 * @see https://docs.github.com/rest/issues/labels#create-a-label
 */
export const createLabel = operation("POST /repos/{owner}/{repo}/labels", () => ({
  body: z.object({ name: z.string(), color: color(), description: description() }),
  ...create({ access: write }, Label.schema(), [404, 422]),
}));

/**
 * Gets a label.
 * @see https://docs.github.com/rest/issues/labels#get-a-label
 */
export const getLabel = operation("GET /repos/{owner}/{repo}/labels/{name}", () =>
  get({ access: SHARED_READ }, Label.schema(), [404]),
);

/**
 * Updates a label; `new_name` renames it.
 * @see https://docs.github.com/rest/issues/labels#update-a-label
 */
export const updateLabel = operation("PATCH /repos/{owner}/{repo}/labels/{name}", () => ({
  body: z.object({ new_name: z.optional(z.string()), color: color(), description: description() }),
  ...update({ access: write }, Label.schema()),
}));

/**
 * Deletes a label, also from all issues and pull requests.
 * @see https://docs.github.com/rest/issues/labels#delete-a-label
 */
export const deleteLabel = operation("DELETE /repos/{owner}/{repo}/labels/{name}", () => change({ access: write }));

/**
 * Lists the labels of an issue or a pull request.
 * @see https://docs.github.com/rest/issues/labels#list-labels-for-an-issue
 */
export const listIssueLabels = operation("GET /repos/{owner}/{repo}/issues/{issue_number}/labels", () => ({
  path: issuePath(),
  ...list(Label.schema()),
  otherStatuses: [301, 404, 410],
  access: SHARED_READ,
}));

/**
 * Adds labels to an issue or a pull request, and returns all its labels. Labels that don't exist are created.
 * @see https://docs.github.com/rest/issues/labels#add-labels-to-an-issue
 */
export const addIssueLabels = operation("POST /repos/{owner}/{repo}/issues/{issue_number}/labels", () => ({
  path: issuePath(),
  body: z.object({
    labels: z.optional(
      z.array(z.union([z.string(), z.object({ name: z.string(), ...suggestionFields() })])).check(z.minLength(1)),
    ),
  }),
  ...update({ access: write }, z.array(Label.schema()), [301, 404, 410, 422]),
}));

/**
 * Replaces the labels of an issue or a pull request; an empty array removes all of them.
 * @see https://docs.github.com/rest/issues/labels#set-labels-for-an-issue
 */
export const setIssueLabels = operation("PUT /repos/{owner}/{repo}/issues/{issue_number}/labels", () => ({
  path: issuePath(),
  body: z.object({
    labels: z.optional(z.array(z.union([z.string(), z.object({ name: z.string() })]))),
  }),
  ...update({ access: write }, z.array(Label.schema()), [301, 404, 410, 422]),
}));

/**
 * Removes all labels from an issue or a pull request.
 * @see https://docs.github.com/rest/issues/labels#remove-all-labels-from-an-issue
 */
export const removeAllIssueLabels = operation("DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels", () => ({
  path: issuePath(),
  ...change({ access: write }, [301, 404, 410]),
}));

/**
 * Removes a label from an issue or a pull request, and returns the remaining ones.
 * @see https://docs.github.com/rest/issues/labels#remove-a-label-from-an-issue
 */
export const removeIssueLabel = operation("DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}", () => ({
  path: issuePath(),
  ...update({ access: write }, z.array(Label.schema()), [301, 404, 410]),
}));

/**
 * Lists the labels of all issues of a milestone.
 * @see https://docs.github.com/rest/issues/labels#list-labels-for-issues-in-a-milestone
 */
export const listMilestoneLabels = operation("GET /repos/{owner}/{repo}/milestones/{milestone_number}/labels", () => ({
  path: z.object({ milestone_number: z.int() }),
  ...list(Label.schema()),
  access: SHARED_READ,
}));
