import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** All branch protections of a repository were disabled or enabled. */
export const branchProtectionConfiguration = event(
  "branch_protection_configuration",
  allHooks("administration"),
  () => ({
    payload: repositoryEventFields(),
    actions: { disabled: {}, enabled: {} },
  }),
);
