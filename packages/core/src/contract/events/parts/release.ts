import * as z from "zod/mini";
import { Reactions } from "../../objects/issue.ts";
import { EventUser } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";

/** A file attached to a release. */
export class ReleaseAsset extends namedObject(() => ({
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
  uploader: z.optional(z.nullable(EventUser.schema())),
})) {}

/** A release. A draft has no tag and no `published_at` yet. */
export class Release extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "tag_name", "target_commitish", "url", "html_url", "assets_url", "upload_url"),
  ...fieldsWith(z.nullable(z.string()), "name", "body", "created_at", "published_at", "tarball_url", "zipball_url"),
  updated_at: z.optional(z.nullable(z.string())),
  author: z.nullable(EventUser.schema()),
  assets: z.array(z.nullable(ReleaseAsset.schema())),
  ...fieldsWith(z.boolean(), "draft", "prerelease"),
  immutable: z.optional(z.boolean()),
  discussion_url: z.optional(z.string()),
  reactions: z.optional(Reactions.schema()),
})) {}
