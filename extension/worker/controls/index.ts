import type { Client } from "@forgehand/core";
import type { Problem } from "../../messages/problem.ts";
import type { Acted, ControlId, SomeStates, States } from "../../messages/states.ts";
import { t } from "../../ui/words.ts";
import type { Account } from "../accounts.ts";
import type { About } from "../acting.ts";
import { clickClient } from "../clients.ts";
import { remember } from "../known.ts";
import { noteProblem } from "../problem-log.ts";
import { problemOf } from "../problems.ts";
import type { WorkerControl } from "./control.ts";
import { reviewRequest } from "./review-request.ts";
import { star } from "./star.ts";
import { watch } from "./watch.ts";

/** The worker's half of every control. */
export const WORKER_CONTROLS: { readonly [C in ControlId]: WorkerControl<C> } = {
  star,
  watch,
  "review-request": reviewRequest,
};

/** Looks that are made at most, where somebody goes on changing what is looked at. */
const MOST_LOOKS = 3;

/** How often what a control shows was changed from here: what was looked at before says nothing of it. */
const changes = new Map<string, number>();

/** Looks for a view, and remembers what it saw. What can't be known is null in the answer, with the reason. */
export async function look<C extends ControlId>(
  control: C,
  account: Account,
  about: About,
  client = clickClient(account),
): Promise<SomeStates> {
  const changed = () => changes.get(changeKey(control, account, about));
  let before = changed();
  let state = await stateOf(control, client, about);
  for (let looks = 1; changed() !== before && looks < MOST_LOOKS; looks += 1) {
    before = changed();
    state = await stateOf(control, client, about);
  }
  const seen: SomeStates = { [control]: state };
  await remember(account.login, about.key, seen);
  return seen;
}

/** Does what a view asks for, and looks again, after a failure too: what is then shown is what the service has. */
export async function act<C extends ControlId>(
  control: C,
  account: Account,
  about: About,
  intent: unknown,
): Promise<Acted<SomeStates>> {
  const half: WorkerControl<C> = WORKER_CONTROLS[control];
  const wanted = half.read(intent);
  const key = changeKey(control, account, about);
  const count = () => changes.set(key, (changes.get(key) ?? 0) + 1);
  count();
  const problem = await half
    .act(clickClient(account), about, wanted)
    .then(
      () => undefined,
      (error: unknown) => notDone(problemOf(error)),
    )
    .finally(count);
  if (problem) await noteProblem({ text: problem.text, where: { page: about.key } });
  return { state: await look(control, account, about), problem };
}

/** A limit ends by itself, but what it kept from being done is not done then. */
function notDone(problem: Problem): Problem {
  return problem.kind === "limit" ? { ...problem, text: t("limitNotDone") } : problem;
}

const changeKey = (control: ControlId, { login }: Account, { key }: About) =>
  `${control} ${login} ${key.toLowerCase()}`;

async function stateOf<C extends ControlId>(control: C, client: Client, about: About): Promise<States[C]> {
  const half: WorkerControl<C> = WORKER_CONTROLS[control];
  try {
    return await half.look(client, about);
  } catch (error) {
    return half.unknown(problemOf(error));
  }
}
