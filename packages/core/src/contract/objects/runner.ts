import * as z from "zod/mini";
import { once } from "../once.ts";
import { alike, open, sensitive } from "../schema.ts";
import { Repository } from "./repository.ts";

/** A label that jobs choose runners by (document 2, Self-hosted runner). */
export interface RunnerLabel extends z.output<ReturnType<typeof RunnerLabel>> {}
export const RunnerLabel = /* @__PURE__ */ once(() =>
  z.looseObject({ id: z.optional(z.int()), name: z.string(), type: z.optional(open("read-only", "custom")) }),
);

/** A self-hosted runner (document 2). */
export interface Runner extends z.output<ReturnType<typeof Runner>> {}
export const Runner = /* @__PURE__ */ once(() =>
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

/** A runner program to download (document 2, Self-hosted runner). */
export interface RunnerApplication extends z.output<ReturnType<typeof RunnerApplication>> {}
export const RunnerApplication = /* @__PURE__ */ once(() =>
  z.looseObject({
    ...alike(z.string(), "os", "architecture", "download_url", "filename"),
    temp_download_token: z.optional(sensitive(z.string())),
    sha256_checksum: z.optional(z.string()),
  }),
);

/** A token that adds a runner to, or removes it from, an organization; it lives for an hour (document 2). */
export interface RunnerToken extends z.output<ReturnType<typeof RunnerToken>> {}
export const RunnerToken = /* @__PURE__ */ once(() =>
  z.looseObject({
    token: sensitive(z.string()),
    expires_at: z.string(),
    permissions: z.optional(z.looseObject({})),
    repositories: z.optional(z.array(Repository())),
    single_file: z.optional(z.nullable(z.string())),
    repository_selection: z.optional(open("all", "selected")),
  }),
);
