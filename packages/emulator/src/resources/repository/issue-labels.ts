import {
  addIssueLabels,
  listIssueLabels,
  removeAllIssueLabels,
  removeIssueLabel,
  setIssueLabels,
} from "@forgehand/core/operations";
import type { IssueChange } from "../../effects/issue-change.ts";
import * as effects from "../../effects/issue-labels.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { HttpError } from "../../http-error.ts";
import { renderLabel } from "../../objects/label.ts";
import { type Label, labels, labelsOf, listLabelsOf } from "../../state/labels.ts";
import { requireIssue, requireListedIssue } from "./find-issue.ts";
import { resolveLabels } from "./issue-input.ts";

export const issueLabels = [
  repositoryHandler(listIssueLabels, ({ issue_number }, call) => {
    const { context, repository, page } = call;
    const issue = requireListedIssue(call, issue_number, "/labels");
    return renderPage(call, listLabelsOf(context.db, issue.id, page), (label) =>
      renderLabel(context, repository, label),
    );
  }),

  repositoryHandler(addIssueLabels, ({ issue_number, labels: given = [] }, call) =>
    changeLabels(call, issue_number, (change) =>
      effects.addIssueLabels(call.context, change, resolveLabels(call, given)),
    ),
  ),

  repositoryHandler(setIssueLabels, ({ issue_number, labels: given = [] }, call) =>
    changeLabels(call, issue_number, (change) =>
      effects.setIssueLabels(call.context, change, resolveLabels(call, given)),
    ),
  ),

  repositoryHandler(removeAllIssueLabels, ({ issue_number }, call) => {
    changeLabels(call, issue_number, (change) => effects.setIssueLabels(call.context, change, []));
  }),

  repositoryHandler(removeIssueLabel, ({ issue_number, name }, call) =>
    changeLabels(
      call,
      issue_number,
      (change) => effects.removeIssueLabels(call.context, change, [requireLabelOf(call, change, name)]),
      `/${encodeURIComponent(name)}`,
    ),
  ),
];

/**
 * Changes the labels of an issue or pull request.
 * @param rest the rest of the path after its labels
 * @returns all its labels after the change
 */
function changeLabels(call: RepositoryCall, number: number, apply: (change: IssueChange) => void, rest = "") {
  const { context, repository } = call;
  const issue = requireIssue(call, number, `/labels${rest}`);
  context.db.transaction(() => apply({ repository, issue, sender: requireActor(call) }));
  return labelsOf(context.db, issue.id).map((label) => renderLabel(context, repository, label));
}

/** @throws HttpError 404 with GitHub's own message if the issue doesn't have the label */
function requireLabelOf({ context, repository }: RepositoryCall, { issue }: IssueChange, name: string): Label {
  const label = labels.find(context.db, { repository_id: repository.id, name });
  if (label && labelsOf(context.db, issue.id).some(({ id }) => id === label.id)) return label;
  throw new HttpError(404, "Label does not exist");
}
