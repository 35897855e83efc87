import * as z from "zod/mini";
import { Advisory } from "../objects/advisory.ts";
import { User } from "../objects/user.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** A security advisory of a repository was published, or a vulnerability was reported to it. */
export const repositoryAdvisory = event("repository_advisory", allHooks("repository_advisories"), () => ({
  payload: { ...repositoryEventFields(), sender: z.optional(User.schema()), repository_advisory: Advisory.schema() },
  actions: { published: {}, reported: {} },
}));
