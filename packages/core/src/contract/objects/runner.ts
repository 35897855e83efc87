import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema, sensitive } from "../schema.ts";
import { Repository } from "./repository.ts";

/** A label of a runner, used by jobs to select runners. */
export interface RunnerLabel extends SchemaOutput<typeof runnerLabelSchema> {}
const runnerLabelSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ id: z.optional(z.int()), name: z.string(), type: z.optional(extensibleEnum("read-only", "custom")) }),
);
export const RunnerLabel: NamedSchema<RunnerLabel> = runnerLabelSchema;

/** A self-hosted runner. */
export interface Runner extends SchemaOutput<typeof runnerSchema> {}
const runnerSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.int(),
    runner_group_id: z.optional(z.int()),
    name: z.string(),
    os: z.string(),
    status: z.string(),
    busy: z.boolean(),
    labels: z.array(RunnerLabel()),
    ephemeral: z.optional(z.boolean()),
    version: z.optional(z.nullable(z.string())),
  }),
);
export const Runner: NamedSchema<Runner> = runnerSchema;

/** A downloadable runner application. */
export interface RunnerApplication extends SchemaOutput<typeof runnerApplicationSchema> {}
const runnerApplicationSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.string(), "os", "architecture", "download_url", "filename"),
    temp_download_token: z.optional(sensitive(z.string())),
    sha256_checksum: z.optional(z.string()),
  }),
);
export const RunnerApplication: NamedSchema<RunnerApplication> = runnerApplicationSchema;

/** A token that adds a runner to an organization or removes one; valid for one hour. */
export interface RunnerToken extends SchemaOutput<typeof runnerTokenSchema> {}
const runnerTokenSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    token: sensitive(z.string()),
    expires_at: z.string(),
    permissions: z.optional(z.looseObject({})),
    repositories: z.optional(z.array(Repository())),
    single_file: z.optional(z.nullable(z.string())),
    repository_selection: z.optional(extensibleEnum("all", "selected")),
  }),
);
export const RunnerToken: NamedSchema<RunnerToken> = runnerTokenSchema;
