import type { EmulatorContext } from "../../emulator-context.ts";
import type { Control, Transition } from "../../public.ts";
import { removeRepository } from "../../resources/repository/repository-deletion.ts";
import { recordViolationsOf } from "../../rules/evaluate-rulesets.ts";
import { actingAccount, requireRepository } from "../find-by-name.ts";
import { createRunnerControl } from "../runners.ts";
import { acceptInvitation } from "./invitations.ts";
import { transitionIssue } from "./issues.ts";
import { transitionPullRequest } from "./pulls.ts";
import { removeAccount, transitionInstallation } from "./removals.ts";
import { completeRun } from "./runs.ts";

/** Applies state changes that the API doesn't offer or that normally happen by themselves, and emits their events. */
export function createTransition(context: EmulatorContext): Control["transition"] {
  const runners = createRunnerControl(context);
  const applyTransition = (transition: Transition): void => {
    if ("run" in transition) completeRun(context, transition);
    else if ("runner" in transition) {
      const { organization, runner, to } = transition;
      if (to === "online") runners.connect(organization, runner);
      else runners.disconnect(organization, runner);
    } else if ("pull" in transition) transitionPullRequest(context, transition);
    else if ("issue" in transition) transitionIssue(context, transition);
    else if ("account" in transition) removeAccount(context, transition.account);
    else if ("installation" in transition) transitionInstallation(context, transition);
    else if ("invitee" in transition) acceptInvitation(context, transition);
    else {
      const repository = requireRepository(context.db, transition.repository);
      removeRepository(context, repository, actingAccount(context.db, repository.owner_id, transition.by));
    }
  };
  return (transition) =>
    recordViolationsOf(
      context,
      () => context.db.transaction(() => applyTransition(transition)),
      ({ message }) => new RangeError(message.trim()),
    );
}
