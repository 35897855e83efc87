import type { Acted, ControlId, SomeStates, States } from "../../messages/states.ts";
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

/** Looks for a view, and remembers what it saw. What can't be known is null in the answer, with the reason. */
export async function look<C extends ControlId>(control: C, account: Account, about: About): Promise<SomeStates> {
  const state = await stateOf(control, account, about);
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
  const problem = await half.act(clickClient(account), about, wanted).then(
    () => undefined,
    (error: unknown) => problemOf(error),
  );
  if (problem) await noteProblem(problem, about.key);
  return { state: await look(control, account, about), problem };
}

async function stateOf<C extends ControlId>(control: C, account: Account, about: About): Promise<States[C]> {
  const half: WorkerControl<C> = WORKER_CONTROLS[control];
  try {
    return await half.look(clickClient(account), about);
  } catch (error) {
    return half.unknown(problemOf(error));
  }
}
