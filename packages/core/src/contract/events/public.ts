import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** A private repository became public. */
export const madePublic = event("public", allHooks("metadata"), () => ({
  payload: repositoryEventFields(),
}));
