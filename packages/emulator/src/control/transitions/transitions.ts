import type { Control, Transition } from "../../public.ts";
import { removeRepository } from "../../resources/repository/repository-deletion.ts";
import { underRules } from "../../rules/moving.ts";
import type { World } from "../../world.ts";
import { doerAt, repositoryNamed } from "../named.ts";
import { createRunnerControl } from "../runners.ts";
import { changeIssue } from "./issues.ts";
import { changePullRequest } from "./pulls.ts";
import { changeInstallation, removeAccount } from "./removals.ts";
import { finishRun } from "./runs.ts";

/** What changes that no operation of the API changes, or that comes about by itself; webhooks are told of it. */
export function createTransition(world: World): Control["transition"] {
  const runners = createRunnerControl(world);
  const change = (told: Transition): void => {
    if ("run" in told) finishRun(world, told);
    else if ("runner" in told) {
      const { organization, runner, to } = told;
      if (to === "online") runners.connect(organization, runner);
      else runners.disconnect(organization, runner);
    } else if ("pull" in told) changePullRequest(world, told);
    else if ("issue" in told) changeIssue(world, told);
    else if ("account" in told) removeAccount(world, told.account);
    else if ("installation" in told) changeInstallation(world, told);
    else {
      const repository = repositoryNamed(world.db, told.repository);
      removeRepository(world, repository, doerAt(world.db, repository.owner_id, told.by));
    }
  };
  return (told) =>
    underRules(
      world,
      () => world.db.transaction(() => change(told)),
      ({ message }) => new RangeError(message.trim()),
    );
}
