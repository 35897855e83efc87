import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open, sensitive } from "../schema.ts";
import { Repository } from "./repository.ts";

/** A label that jobs choose runners by (document 2, Self-hosted runner). */
export interface RunnerLabel extends OutputOf<typeof runnerLabelSchema> {}
const runnerLabelSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ id: z.optional(z.int()), name: z.string(), type: z.optional(open("read-only", "custom")) }),
);
export const RunnerLabel: Named<RunnerLabel> = runnerLabelSchema;

/** A self-hosted runner (document 2). */
export interface Runner extends OutputOf<typeof runnerSchema> {}
const runnerSchema = /* @__PURE__ */ named(() =>
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
export const Runner: Named<Runner> = runnerSchema;

/** A runner program to download (document 2, Self-hosted runner). */
export interface RunnerApplication extends OutputOf<typeof runnerApplicationSchema> {}
const runnerApplicationSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.string(), "os", "architecture", "download_url", "filename"),
    temp_download_token: z.optional(sensitive(z.string())),
    sha256_checksum: z.optional(z.string()),
  }),
);
export const RunnerApplication: Named<RunnerApplication> = runnerApplicationSchema;

/** A token that adds a runner to, or removes it from, an organization; it lives for an hour (document 2). */
export interface RunnerToken extends OutputOf<typeof runnerTokenSchema> {}
const runnerTokenSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    token: sensitive(z.string()),
    expires_at: z.string(),
    permissions: z.optional(z.looseObject({})),
    repositories: z.optional(z.array(Repository())),
    single_file: z.optional(z.nullable(z.string())),
    repository_selection: z.optional(open("all", "selected")),
  }),
);
export const RunnerToken: Named<RunnerToken> = runnerTokenSchema;
