import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../schema.ts";

/** A file that a workflow run uploaded. */
export class Artifact extends namedObject(() => ({
  ...fieldsWith(z.int(), "id", "size_in_bytes"),
  ...fieldsWith(z.string(), "node_id", "name", "url", "archive_download_url"),
  ...fieldsWith(z.nullable(z.string()), "created_at", "expires_at", "updated_at"),
  expired: z.boolean(),
  digest: z.optional(z.nullable(z.string())),
  workflow_run: z.optional(
    z.nullable(
      z.looseObject({
        ...fieldsWith(z.optional(z.int()), "id", "repository_id", "head_repository_id"),
        ...fieldsWith(z.optional(z.string()), "head_branch", "head_sha"),
      }),
    ),
  ),
})) {}
