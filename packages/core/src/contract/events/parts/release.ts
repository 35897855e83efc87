import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { Reactions } from "../../objects/issue.ts";
import { EventUser } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../../schema.ts";

/** A file attached to a release. */
export interface ReleaseAsset extends SchemaOutput<typeof releaseAssetSchema> {}
const releaseAssetSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.int(), "id", "size", "download_count"),
    ...fieldsWith(
      z.string(),
      "node_id",
      "name",
      "content_type",
      "url",
      "browser_download_url",
      "created_at",
      "updated_at",
    ),
    state: extensibleEnum("uploaded"),
    label: z.nullable(z.string()),
    digest: z.optional(z.nullable(z.string())),
    uploader: z.optional(z.nullable(EventUser())),
  }),
);
export const ReleaseAsset: NamedSchema<ReleaseAsset> = releaseAssetSchema;

/** A release. A draft has no tag and no `published_at` yet. */
export interface Release extends SchemaOutput<typeof releaseSchema> {}
const releaseSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.int(),
    ...fieldsWith(z.string(), "node_id", "tag_name", "target_commitish", "url", "html_url", "assets_url", "upload_url"),
    ...fieldsWith(z.nullable(z.string()), "name", "body", "created_at", "published_at", "tarball_url", "zipball_url"),
    updated_at: z.optional(z.nullable(z.string())),
    author: z.nullable(EventUser()),
    assets: z.array(z.nullable(ReleaseAsset())),
    ...fieldsWith(z.boolean(), "draft", "prerelease"),
    immutable: z.optional(z.boolean()),
    discussion_url: z.optional(z.string()),
    reactions: z.optional(Reactions()),
  }),
);
export const Release: NamedSchema<Release> = releaseSchema;
