import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { named, open } from "../schema.ts";

/** In which repositories releases can't be changed once they are out (public description). */
export interface ImmutableReleases extends OutputOf<typeof immutableReleasesSchema> {}
const immutableReleasesSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    enforced_repositories: open("all", "none", "selected"),
    selected_repositories_url: z.optional(z.string()),
  }),
);
export const ImmutableReleases: Named<ImmutableReleases> = immutableReleasesSchema;
