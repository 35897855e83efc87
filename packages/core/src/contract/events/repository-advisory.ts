import * as z from "zod/mini";
import { Advisory } from "../objects/advisory.ts";
import { User } from "../objects/user.ts";
import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** A security advisory of a repository was published, or a weakness reported to it (public description). */
export const repositoryAdvisory = /* @__PURE__ */ event(
  "repository_advisory",
  everywhere("repository_advisories"),
  () => ({
    payload: { ...inRepository(), sender: z.optional(User()), repository_advisory: Advisory() },
    actions: { published: {}, reported: {} },
  }),
);
