import type { Dispatcher, EmulatorContext } from "../emulator-context.ts";
import { getRepository } from "../state/repositories.ts";
import { notifySubscribers } from "./notify.ts";
import { startWorkflows } from "./start-workflows.ts";

/**
 * Adds to a dispatcher what events cause in other resources: they start workflow runs and notify users.
 * @param contextOf returns the context whose dispatcher is the new one
 */
export function withEffects(deliveries: Dispatcher, contextOf: () => EmulatorContext): Dispatcher {
  return {
    ...deliveries,
    emit(repositoryId, event) {
      const logged = deliveries.emit(repositoryId, event);
      const context = contextOf();
      const repository = getRepository(context.db, repositoryId);
      if (repository) {
        startWorkflows(context, repository, event);
        notifySubscribers(context, repository, event);
      }
      return logged;
    },
  };
}
