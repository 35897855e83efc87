import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, namedSchema } from "../schema.ts";

/** Repositories whose published releases are immutable. */
export interface ImmutableReleases extends SchemaOutput<typeof immutableReleasesSchema> {}
const immutableReleasesSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    enforced_repositories: extensibleEnum("all", "none", "selected"),
    selected_repositories_url: z.optional(z.string()),
  }),
);
export const ImmutableReleases: NamedSchema<ImmutableReleases> = immutableReleasesSchema;
