import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderLabel } from "../../objects/label.ts";
import { milestoneObject } from "../../objects/milestone.ts";
import type { Account } from "../../state/accounts.ts";
import type { Label } from "../../state/labels.ts";
import type { Milestone } from "../../state/milestones.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/** The previous values of changed fields. */
export type PreviousValues = Readonly<Record<string, { readonly from: string }>>;

/** Creates an event about a label of a repository. */
export function labelEvent(
  context: EmulatorContext,
  repository: Repository,
  label: Label,
  sender: Account,
  action: "created" | "edited" | "deleted",
  changes?: PreviousValues,
): WebhookEvent {
  return {
    name: "label",
    action,
    get payload() {
      const rendered = renderLabel(context, repository, label);
      return { action, label: rendered, ...(changes && { changes }), ...commonPayload(context, repository, sender) };
    },
  };
}

/** Creates an event about a milestone of a repository. */
export function milestoneEvent(
  context: EmulatorContext,
  repository: Repository,
  milestone: Milestone,
  sender: Account,
  action: "created" | "edited" | "opened" | "closed" | "deleted",
  changes?: PreviousValues,
): WebhookEvent {
  return {
    name: "milestone",
    action,
    get payload() {
      const rendered = milestoneObject(context, repository, milestone);
      return {
        action,
        milestone: rendered,
        ...(changes && { changes }),
        ...commonPayload(context, repository, sender),
      };
    },
  };
}
