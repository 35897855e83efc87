import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** A repository was starred; the same as `star` with action `created`. Watching a repository triggers no event. */
export const watch = event("watch", allHooks("metadata"), () => ({
  payload: repositoryEventFields(),
  actions: { started: {} },
}));
