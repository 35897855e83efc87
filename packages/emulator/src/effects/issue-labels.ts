import type { EmulatorContext } from "../emulator-context.ts";
import { renderLabel } from "../objects/label.ts";
import { issueLabels, type Label, labelsOf } from "../state/labels.ts";
import { emitIssueChange, type IssueChange, touchIssue } from "./issue-change.ts";
import { recordIssueEvent } from "./issue-events.ts";

/** Adds labels to an issue or pull request, except those that it has. */
export function addIssueLabels(context: EmulatorContext, change: IssueChange, added: readonly Label[]): void {
  for (const label of added) {
    if (issueLabels.add(context.db, { issue_id: change.issue.id, label_id: label.id })) {
      completeLabelChange(context, change, label, "labeled");
    }
  }
}

/** Removes labels from an issue or pull request, if it has them. */
export function removeIssueLabels(context: EmulatorContext, change: IssueChange, removed: readonly Label[]): void {
  for (const label of removed) {
    if (issueLabels.delete(context.db, { issue_id: change.issue.id, label_id: label.id }) > 0) {
      completeLabelChange(context, change, label, "unlabeled");
    }
  }
}

/** Replaces the labels of an issue or pull request. */
export function setIssueLabels(context: EmulatorContext, change: IssueChange, given: readonly Label[]): void {
  const ids = new Set(given.map(({ id }) => id));
  const removed = labelsOf(context.db, change.issue.id).filter(({ id }) => !ids.has(id));
  removeIssueLabels(context, change, removed);
  addIssueLabels(context, change, given);
}

function completeLabelChange(
  context: EmulatorContext,
  change: IssueChange,
  label: Label,
  action: "labeled" | "unlabeled",
): void {
  const { repository, issue, sender } = change;
  touchIssue(context, issue);
  recordIssueEvent(context, issue, sender, action, { label: { name: label.name, color: label.color } });
  emitIssueChange(context, change, action, { label: renderLabel(context, repository, label) });
}
