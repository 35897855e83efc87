import type { EmulatorContext } from "../emulator-context.ts";
import { milestoneObject } from "../objects/milestone.ts";
import { getIssue, issues } from "../state/issues.ts";
import { type Milestone, milestones } from "../state/milestones.ts";
import { timestamp } from "../timestamp.ts";
import { emitIssueChange, type IssueChange } from "./issue-change.ts";
import { recordIssueEvent } from "./issue-events.ts";

/** Sets or removes the milestone of an issue or pull request. */
export function setIssueMilestone(context: EmulatorContext, change: IssueChange, milestone: Milestone | null): void {
  const { db } = context;
  const { id, milestone_id } = getIssue(db, change.issue.id);
  if (milestone_id === (milestone?.id ?? null)) return;
  const before = milestone_id === null ? undefined : milestones.find(db, { id: milestone_id });
  issues.update(db, { id }, { milestone_id: null, updated_at: timestamp(context.now()) });
  if (before) completeMilestoneChange(context, change, before, "demilestoned");
  if (!milestone) return;
  issues.update(db, { id }, { milestone_id: milestone.id });
  completeMilestoneChange(context, change, milestone, "milestoned");
}

function completeMilestoneChange(
  context: EmulatorContext,
  change: IssueChange,
  milestone: Milestone,
  action: "milestoned" | "demilestoned",
): void {
  const { repository, issue, sender } = change;
  recordIssueEvent(context, issue, sender, action, { milestone: { title: milestone.title } });
  emitIssueChange(context, change, action, { milestone: milestoneObject(context, repository, milestone) });
}
