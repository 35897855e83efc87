import * as z from "zod/mini";
import { extensibleEnum, namedObject } from "../schema.ts";

/** Repositories whose published releases are immutable. */
export class ImmutableReleases extends namedObject(() => ({
  enforced_repositories: extensibleEnum("all", "none", "selected"),
  selected_repositories_url: z.optional(z.string()),
})) {}
