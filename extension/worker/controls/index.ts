import { type Client, isConnectionError, isForgeError } from "@forgehand/core";
import { t } from "../../locales/i18n.ts";
import type {
  ChangeResult,
  ControlId,
  ControlStates,
  Intents,
  PartialControlStates,
} from "../../model/control-states.ts";
import { isIntendedState } from "../../model/is-intended-state.ts";
import type { Problem } from "../../model/problem.ts";
import type { Account } from "../accounts.ts";
import { interactiveClient } from "../clients.ts";
import { mayHaveTakenEffect } from "../lists/error-reason.ts";
import type { MessageSubject } from "../message-subject.ts";
import { cachePageState } from "../page-state-cache.ts";
import { logProblem } from "../problem-log.ts";
import { toProblem } from "../problems.ts";
import type { WorkerControl } from "./control.ts";
import { withCurrentName } from "./current-name.ts";
import { addCustomWatching, forgetCustomWatching } from "./custom-watching.ts";
import { forgetRepositoryRead } from "./repository.ts";
import { reviewRequest } from "./review-request.ts";
import { star } from "./star.ts";
import { watch } from "./watch.ts";

export const WORKER_CONTROLS: { readonly [C in ControlId]: WorkerControl<C> } = {
  star,
  watch,
  "review-request": reviewRequest,
};

/** Maximum number of reads while the state is being changed. */
const MAX_READS = 3;

/** Number of changes by state. A read that overlaps a change is repeated. */
const changeCounts = new Map<string, number>();

/** Reads a control's state and caches it. Unknown parts are null, with the reason. */
export async function readControl<C extends ControlId>(
  control: C,
  account: Account,
  subject: MessageSubject,
  client = interactiveClient(account),
): Promise<PartialControlStates> {
  const changeCount = () => changeCounts.get(changeKey(control, account, subject));
  let countBefore = changeCount();
  let state = await readStateOrUnknown(control, client, subject);
  for (let reads = 1; changeCount() !== countBefore && reads < MAX_READS; reads += 1) {
    countBefore = changeCount();
    state = await readStateOrUnknown(control, client, subject);
  }
  const states = await addCustomWatching({ [control]: state }, account, subject);
  await cachePageState(account, subject.key, states);
  return states;
}

/** @throws RefusedError if the intent is not one of the control */
export const parseIntent = <C extends ControlId>(control: C, intent: unknown): Intents[C] => {
  const definition: WorkerControl<C> = WORKER_CONTROLS[control];
  return definition.parseIntent(intent);
};

/** Applies an intent and reads the state again, also after a failure, so that the view shows the service's state. */
export async function changeControl<C extends ControlId>(
  control: C,
  account: Account,
  subject: MessageSubject,
  intent: unknown,
): Promise<ChangeResult<PartialControlStates>> {
  const definition: WorkerControl<C> = WORKER_CONTROLS[control];
  const parsedIntent = parseIntent(control, intent);
  account.access.throwIfAborted();
  const key = changeKey(control, account, subject);
  const client = interactiveClient(account);
  const incrementChangeCount = () => {
    changeCounts.set(key, (changeCounts.get(key) ?? 0) + 1);
    forgetRepositoryRead(client, subject);
  };
  incrementChangeCount();
  // A write that was redirected was not made, so it can be repeated.
  const failure = await withCurrentName(client, subject, (current) =>
    definition.applyIntent(client, current, parsedIntent),
  )
    .then(
      () => undefined,
      (error: unknown) => ({ error, problem: asNotDone(toProblem(error)) }),
    )
    .finally(incrementChangeCount);
  if (control === "watch" && !failure) forgetCustomWatching(subject);
  const state = await readControl(control, account, subject);
  const isInterrupted = failure !== undefined && failure.error === account.access.reason;
  const problem = isInterrupted
    ? { ...failure.problem, text: t("outcomeUnknown", failure.problem.text) }
    : failure && describeOutcome(failure, state[control], parsedIntent);
  if (problem) await logProblem({ text: problem.text, where: { page: subject.key } });
  return { state, problem };
}

/**
 * Returns the problem of a failed change, after its state was read. A change without a response may have been made.
 * @returns undefined if the state shows that it was made
 */
function describeOutcome(
  { error, problem }: { readonly error: unknown; readonly problem: Problem },
  state: ControlStates[ControlId] | undefined,
  intent: object,
): Problem | undefined {
  if (!isForgeError(error) || !mayHaveTakenEffect(error)) return problem;
  if (!state || state.why) return { ...problem, text: t("outcomeUnknown", problem.text) };
  if (isIntendedState(state, intent)) return undefined;
  return isConnectionError(error) ? { ...problem, text: t("lost") } : problem;
}

/** Replaces a rate-limit problem's text, because the change is not repeated after the limit resets. */
function asNotDone(problem: Problem): Problem {
  return problem.kind === "limit" ? { ...problem, text: t("limitNotDone") } : problem;
}

const changeKey = (control: ControlId, { login }: Account, { key }: MessageSubject) =>
  `${control} ${login} ${key.toLowerCase()}`;

async function readStateOrUnknown<C extends ControlId>(
  control: C,
  client: Client,
  subject: MessageSubject,
): Promise<ControlStates[C]> {
  const definition: WorkerControl<C> = WORKER_CONTROLS[control];
  try {
    return await withCurrentName(client, subject, (current) => definition.readState(client, current));
  } catch (error) {
    return definition.unknownState(toProblem(error));
  }
}
