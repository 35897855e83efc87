import type { Client, explainAccess } from "@forgehand/core";
import type { Schema, ValueOf } from "@forgehand/core/schema";
import { t } from "../../locales/i18n.ts";
import type { ControlId, ControlStates, Intents } from "../../model/control-states.ts";
import type { Problem } from "../../model/problem.ts";
import { isExactly } from "../handlers/schemas.ts";
import type { MessageSubject } from "../message-subject.ts";
import { RefusedError } from "../refused-error.ts";

type ControlOperation = Parameters<typeof explainAccess>[0];

/** The worker's part of a control: reads and changes its state. */
export interface WorkerControl<C extends ControlId = ControlId> {
  /** Operations that read and change the state. They determine what a token must be allowed to do. */
  readonly operations: {
    readonly readState: readonly ControlOperation[];
    readonly applyIntent: readonly ControlOperation[];
  };
  /**
   * Reads the state. Unknown parts are null, with the reason.
   * @throws if the whole state is unknown
   */
  readonly readState: (client: Client, subject: MessageSubject) => Promise<ControlStates[C]>;
  /** Returns the state that is shown if nothing is known. */
  readonly unknownState: (why: Problem) => ControlStates[C];
  /**
   * Validates an intent.
   * @throws RefusedError if it is invalid
   */
  readonly parseIntent: (intent: unknown) => Intents[C];
  readonly applyIntent: (client: Client, subject: MessageSubject, intent: Intents[C]) => Promise<void>;
}

/** Creates the function that validates intents by their schema. */
export function intentParser<const S extends Schema>(schema: S): (intent: unknown) => ValueOf<S> {
  return (intent) => {
    if (isExactly(schema, intent)) return intent;
    throw new RefusedError(t("noSuchIntent"));
  };
}
