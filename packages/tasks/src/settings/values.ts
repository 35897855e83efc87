export const TASK_NAMES = ["rotate-secrets", "set-variables", "oidc-template", "redeliver"] as const;
export type TaskName = (typeof TASK_NAMES)[number];
export type Mode = "plan" | "check" | "apply" | "matrix" | "merge";

/** Kinds of jobs that trust conditions accept: of the default branch, of any tag, of pull requests, of an environment. */
export const TRUST_JOBS = ["branch", "tag", "pull-request", "environment"] as const;
export type TrustJob = (typeof TRUST_JOBS)[number];
