import * as z from "zod/mini";
import { Ruleset } from "../objects/ruleset.ts";
import { User } from "../objects/user.ts";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { RulesetChanges } from "./parts/ruleset-changes.ts";

/** A ruleset of a repository or an organization was created, edited or deleted. */
export const repositoryRuleset = event(
  "repository_ruleset",
  allHooks("administration", "organization_administration"),
  () => ({
    payload: { ...anyEventFields(), sender: User.schema(), repository_ruleset: Ruleset.schema() },
    actions: { created: {}, deleted: {}, edited: { changes: z.optional(RulesetChanges.schema()) } },
  }),
);
