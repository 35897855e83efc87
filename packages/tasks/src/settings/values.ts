import type { DialectName } from "@forgehand/core/dialects";
import type { Cloud } from "@forgehand/core/oidc";
import type { RepositoryPattern, RepositoryRef } from "../repository.ts";
import type { SettingFormat } from "./formats.ts";
import type {
  EventFilter,
  HookSelector,
  Moment,
  PropertyFilter,
  Share,
  ValueGenerator,
  VariableValue,
} from "./parse-values.ts";

export const TASK_NAMES = ["rotate-secrets", "set-variables", "oidc-template", "redeliver"] as const;
export type TaskName = (typeof TASK_NAMES)[number];
export type Mode = "plan" | "check" | "apply" | "matrix" | "merge";

/** Kinds of jobs that trust conditions accept: of the default branch, of any tag, of pull requests, of an environment. */
export const TRUST_JOBS = ["branch", "tag", "pull-request", "environment"] as const;
export type TrustJob = (typeof TRUST_JOBS)[number];

/** Values of the settings after reading. */
export interface SettingValues {
  task: TaskName;
  mode: Mode;
  config: string;
  token: string;
  "app-id": string;
  "client-id": string;
  "private-key": string;
  installation: string;
  "state-token": string;
  "api-url": string;
  "allow-http": boolean;
  "allow-id-token": boolean;
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
  owners: "all";
  "if-none-found": "error" | "warn" | "ignore";

  kind: "actions" | "dependabot" | "updater" | "codespaces" | "agents" | "webhook";
  level: "organization" | "repository" | "environment";
  secret: readonly string[];
  variables: readonly VariableValue[];
  prune: readonly string[];
  "other-stores": readonly ("actions" | "dependabot" | "updater" | "codespaces" | "agents" | "none")[];
  environment: string;
  value: string;
  "value-env": string;
  "value-file": string;
  "value-command": readonly string[];
  generate: ValueGenerator;
  trim: "line-break" | "none";
  "value-for": "all" | "each";
  deliver: readonly string[];
  "allow-undelivered": boolean;
  since: Moment;
  when: readonly ("always" | "existing" | "missing" | "older")[];
  "max-age-days": number;
  visibility: "all" | "private" | "selected";
  "selected-repositories": readonly RepositoryRef[];
  "allow-widen": boolean;

  "include-claim-keys": readonly string[];
  "use-default": boolean;
  "immutable-subject": boolean;
  "trust-conditions": string;
  "trust-jobs": readonly TrustJob[];
  "trust-clouds": readonly Cloud[];
  "expect-subject": string;
  audience: string;

  hook: readonly HookSelector[];
  "state-variable": string;
  "state-repository": RepositoryRef;
  "overlap-minutes": number;
  "window-hours": number;
  "max-attempts": number;
  "max-redeliveries": number;
  events: readonly EventFilter[];
  wait: number;
}

export type SettingName = keyof SettingValues;

/** Definition of a setting: its format, a valid example, and its scope. */
export interface SettingDefinition<T> extends SettingFormat<T> {
  readonly example: string;
  /** `run`: an input of the whole step; otherwise the tasks that have it. */
  readonly scope: "run" | readonly TaskName[];
  /** Default value. */
  readonly fallback?: T;
  /** The value is masked. A secret setting of a task must not be in a file. */
  readonly secret?: true;
  /** Surrounding white space is significant. */
  readonly verbatim?: true;
}
