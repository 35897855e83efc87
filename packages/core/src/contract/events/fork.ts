import { PushedRepository } from "../objects/repository.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** A repository was forked. `forkee` is the new repository. */
export const fork = event("fork", allHooks("contents"), () => ({
  payload: { ...repositoryEventFields(), forkee: PushedRepository.schema() },
}));
