import type { EmulatorContext, RefUpdate } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { pushEvent } from "./push.ts";
import { refEvent } from "./refs.ts";
import { requestCheckSuites } from "./requested-suites.ts";

/**
 * Emits the events for a created, moved or deleted branch or tag. Other refs have none. The new commit of a branch gets
 * the check suites of apps.
 */
export function emitPush(context: EmulatorContext, repository: Repository, sender: Account, push: RefUpdate): void {
  const { deliveries } = context;
  const { ref, before, after } = push;
  if (!/^refs\/(heads|tags)\//.test(ref)) return;
  if (before === undefined) deliveries.emit(repository.id, refEvent(context, repository, sender, "create", ref));
  if (after === undefined) deliveries.emit(repository.id, refEvent(context, repository, sender, "delete", ref));
  deliveries.emit(repository.id, pushEvent(context, repository, sender, push));
  requestCheckSuites(context, repository, sender, push);
}
