import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject, sensitive } from "../schema.ts";
import { Repository } from "./repository.ts";

/** A label of a runner, used by jobs to select runners. */
export class RunnerLabel extends namedObject(() => ({
  id: z.optional(z.int()),
  name: z.string(),
  type: z.optional(extensibleEnum("read-only", "custom")),
})) {}

/** A self-hosted runner. */
export class Runner extends namedObject(() => ({
  id: z.int(),
  runner_group_id: z.optional(z.int()),
  name: z.string(),
  os: z.string(),
  status: z.string(),
  busy: z.boolean(),
  labels: z.array(RunnerLabel.schema()),
  ephemeral: z.optional(z.boolean()),
  version: z.optional(z.nullable(z.string())),
})) {}

/** A downloadable runner application. */
export class RunnerApplication extends namedObject(() => ({
  ...fieldsWith(z.string(), "os", "architecture", "download_url", "filename"),
  temp_download_token: z.optional(sensitive(z.string())),
  sha256_checksum: z.optional(z.string()),
})) {}

/** A token that adds a runner to an organization or removes one; valid for one hour. */
export class RunnerToken extends namedObject(() => ({
  token: sensitive(z.string()),
  expires_at: z.string(),
  permissions: z.optional(z.looseObject({})),
  repositories: z.optional(z.array(Repository.schema())),
  single_file: z.optional(z.nullable(z.string())),
  repository_selection: z.optional(extensibleEnum("all", "selected")),
})) {}
