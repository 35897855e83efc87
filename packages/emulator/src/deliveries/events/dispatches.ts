import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/** Creates the event for a workflow that was started by hand (`workflow_dispatch`). */
export function dispatchEvent(
  context: EmulatorContext,
  repository: Repository,
  sender: Account,
  dispatch: { readonly ref: string; readonly workflow: string; readonly inputs: Readonly<Record<string, unknown>> },
): WebhookEvent {
  return {
    name: "workflow_dispatch",
    action: null,
    get payload() {
      const inputs = Object.keys(dispatch.inputs).length > 0 ? dispatch.inputs : null;
      return { ...dispatch, inputs, ...commonPayload(context, repository, sender) };
    },
  };
}

/** Creates an event of the caller's choice (`repository_dispatch`). */
export function repositoryDispatchEvent(
  context: EmulatorContext,
  repository: Repository,
  sender: Account,
  { action, client_payload }: { readonly action: string; readonly client_payload: object | null },
): WebhookEvent {
  return {
    name: "repository_dispatch",
    action,
    get payload() {
      const branch = repository.default_branch;
      return { action, branch, client_payload, ...commonPayload(context, repository, sender) };
    },
  };
}
