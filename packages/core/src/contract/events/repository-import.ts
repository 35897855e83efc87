import { extensibleEnum } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { exceptApps } from "./event-rules.ts";

/** A source import ended. */
export const repositoryImport = event("repository_import", exceptApps(), () => ({
  payload: { ...repositoryEventFields(), status: extensibleEnum("success", "failure", "cancelled") },
}));
