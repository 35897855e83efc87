import type { DialectName } from "@forgehand/core/dialects";
import type { Repository, RepositoryPattern } from "../targets/repository.ts";
import type { EventFilter, Generator, HookSelector, Moment, PropertyFilter, Share } from "./forms.ts";
import type { Written } from "./kinds.ts";

export type TaskName = "rotate-secrets" | "oidc-template" | "redeliver";
export type Mode = "plan" | "check" | "apply" | "matrix" | "merge";

/** What each setting gives, once it is read. */
export interface SettingValues {
  task: TaskName;
  mode: Mode;
  config: string;
  token: string;
  "app-id": string;
  "private-key": string;
  installation: string;
  "state-token": string;
  "api-url": string;
  dialect: DialectName;
  pace: "published" | "polite" | "off";
  share: Share;
  shard: string;
  shards: string;
  reports: readonly string[];

  organization: readonly string[];
  repositories: readonly RepositoryPattern[];
  topics: readonly string[];
  "repository-visibility": readonly ("public" | "private" | "internal")[];
  archived: "exclude" | "include" | "only";
  "custom-properties": readonly PropertyFilter[];
  languages: readonly string[];

  kind: "actions" | "updater" | "codespaces";
  level: "organization" | "repository" | "environment";
  secret: string;
  environment: string;
  value: string;
  "value-env": string;
  "value-file": string;
  "value-command": readonly string[];
  generate: Generator;
  "value-for": "all" | "each";
  deliver: readonly string[];
  "allow-undelivered": boolean;
  since: Moment;
  when: readonly ("always" | "existing" | "missing" | "older")[];
  "max-age-days": number;
  visibility: "all" | "private" | "selected";
  "selected-repositories": readonly Repository[];
  "allow-widen": boolean;

  "include-claim-keys": readonly string[];
  "use-default": boolean;
  "expect-subject": string;
  audience: string;

  hook: readonly HookSelector[];
  "state-variable": string;
  "state-repository": Repository;
  "overlap-minutes": number;
  "max-attempts": number;
  "max-redeliveries": number;
  events: readonly EventFilter[];
  wait: number;
}

export type SettingName = keyof SettingValues;

/** A setting: how it is written, an example of a right one, and whose it is. */
export interface Setting<T> extends Written<T> {
  readonly example: string;
  /** What has it: the run as a whole, which only inputs say something of, or tasks. */
  readonly of: "run" | readonly TaskName[];
  /** What holds where it is not given. */
  readonly fallback?: T;
  /** Nothing may show its text; and where it is no field of a file, it must not stand in one. */
  readonly secret?: true;
  /** Spaces around it count. */
  readonly verbatim?: true;
}
