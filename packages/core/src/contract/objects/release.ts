import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { Reactions } from "./issue.ts";
import { EventUser, User } from "./user.ts";

const assetFields = lazy(() => ({
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
  label: z.nullable(z.string()),
  digest: z.optional(z.nullable(z.string())),
}));

/** A file attached to a release. */
export class ReleaseAsset extends namedObject(() => ({
  ...assetFields(),
  state: extensibleEnum("uploaded", "open"),
  uploader: z.nullable(User.schema()),
})) {}

/** A file attached to a release, in event payloads. */
export class EventReleaseAsset extends namedObject(() => ({
  ...assetFields(),
  state: extensibleEnum("uploaded"),
  uploader: z.optional(z.nullable(EventUser.schema())),
})) {}

const releaseFields = lazy(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "tag_name", "target_commitish", "url", "html_url", "assets_url", "upload_url"),
  ...fieldsWith(z.nullable(z.string()), "name", "published_at", "tarball_url", "zipball_url"),
  updated_at: z.optional(z.nullable(z.string())),
  ...fieldsWith(z.boolean(), "draft", "prerelease"),
  immutable: z.optional(z.boolean()),
  discussion_url: z.optional(z.string()),
  reactions: z.optional(Reactions.schema()),
}));

/** A release. A draft has no tag and no `published_at` yet. */
export class Release extends namedObject(() => ({
  ...releaseFields(),
  created_at: z.string(),
  body: z.optional(z.nullable(z.string())),
  ...fieldsWith(z.optional(z.string()), "body_html", "body_text"),
  author: User.schema(),
  assets: z.array(ReleaseAsset.schema()),
  mentions_count: z.optional(z.int()),
})) {}

/** A release in event payloads. */
export class EventRelease extends namedObject(() => ({
  ...releaseFields(),
  ...fieldsWith(z.nullable(z.string()), "body", "created_at"),
  author: z.nullable(EventUser.schema()),
  assets: z.array(z.nullable(EventReleaseAsset.schema())),
})) {}

/** Generated name and notes of a release. */
export class ReleaseNotes extends namedObject(() => fieldsWith(z.string(), "name", "body")) {}
