import { PERMISSIONS } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import type { HookKind } from "../state/hooks.ts";

/** Which webhooks may have an event (document 1, Events). */
export interface EventRule {
  readonly hooks: readonly HookKind[];
  /** Permission sets, any of which an app must hold, at least to read; none where nothing is needed. */
  readonly needs: readonly string[];
  /** Apps that are told without subscribing: all, who then can't subscribe; or who may write what the event needs. */
  readonly unasked?: "always" | "write";
  /** Actions that go to fewer webhooks than the event; to apps that may write what it needs, where that is said. */
  readonly actions?: Readonly<Record<string, { readonly hooks: readonly HookKind[]; readonly level?: "write" }>>;
}

const EVERYWHERE: readonly HookKind[] = ["repository", "organization", "app"];

const everywhere = (...needs: string[]): EventRule => ({ hooks: EVERYWHERE, needs });
const noApp = (...needs: string[]): EventRule => ({ hooks: ["repository", "organization"], needs });
const noRepository = (...needs: string[]): EventRule => ({ hooks: ["organization", "app"], needs });
const organizationOnly = (...needs: string[]): EventRule => ({ hooks: ["organization"], needs });
const appOnly = (...needs: string[]): EventRule => ({ hooks: ["app"], needs });

const APP_THAT_WRITES = { hooks: ["app"], level: "write" } as const;

/**
 * The events that the service has, by their neutral names (document 1, Event catalogue; the rest: public description).
 * A `ping` is none of them: every webhook gets it, and none subscribes.
 */
export const EVENTS = {
  branch_protection_configuration: everywhere("administration"),
  branch_protection_rule: everywhere("administration"),
  bypass_request_secret_scanning: everywhere("secret_scanning_alerts"),
  cache_sync: everywhere(),
  check_run: {
    ...everywhere("checks"),
    unasked: "write",
    actions: { rerequested: APP_THAT_WRITES, requested_action: APP_THAT_WRITES },
  },
  check_suite: {
    ...everywhere("checks"),
    unasked: "write",
    actions: { requested: APP_THAT_WRITES, rerequested: APP_THAT_WRITES },
  },
  code_scanning_alert: everywhere("security_events"),
  commit_comment: everywhere("contents"),
  create: everywhere("contents"),
  custom_property: noRepository("organization_custom_properties"),
  custom_property_values: everywhere("organization_custom_properties"),
  delete: everywhere("contents"),
  deploy_key: everywhere("deployments"),
  deployment: everywhere("deployments"),
  deployment_protection_rule: appOnly("deployments"),
  deployment_review: appOnly("deployments"),
  deployment_status: everywhere("deployments"),
  discussion: everywhere("discussions"),
  discussion_comment: everywhere("discussions"),
  dismissal_request_code_scanning: everywhere("security_events"),
  dismissal_request_secret_scanning: everywhere("secret_scanning_alerts"),
  dismissal_request_updater: everywhere("vulnerability_alerts"),
  exemption_request_push_ruleset: everywhere("administration"),
  fork: everywhere("contents"),
  gollum: everywhere("contents"),
  installation: { ...appOnly(), unasked: "always" },
  installation_repositories: { ...appOnly(), unasked: "always" },
  installation_target: { ...appOnly(), unasked: "always" },
  issue_comment: everywhere("issues"),
  issue_dependencies: everywhere("issues"),
  issues: everywhere("issues"),
  label: everywhere("metadata"),
  member: everywhere("members"),
  membership: noRepository("members"),
  merge_group: appOnly("merge_queues"),
  meta: everywhere(),
  milestone: everywhere("issues", "pull_requests"),
  org_block: noRepository("organization_administration"),
  organization: noRepository("members"),
  organization_custom_property_values: noRepository(),
  package: noApp(),
  page_build: everywhere("pages"),
  personal_access_token_request: noRepository("organization_personal_access_token_requests"),
  project: everywhere("repository_projects", "organization_projects"),
  project_card: everywhere("repository_projects", "organization_projects"),
  project_column: everywhere("repository_projects", "organization_projects"),
  projects_v2: organizationOnly("organization_projects"),
  projects_v2_item: organizationOnly("organization_projects"),
  projects_v2_status_update: organizationOnly("organization_projects"),
  public: everywhere("metadata"),
  pull_request: everywhere("pull_requests"),
  pull_request_review: everywhere("pull_requests"),
  pull_request_review_comment: everywhere("pull_requests"),
  pull_request_review_thread: everywhere("pull_requests"),
  push: everywhere("contents"),
  registry_package: everywhere("packages"),
  release: everywhere("contents"),
  repository: { ...everywhere("metadata"), actions: { deleted: { hooks: ["organization"] } } },
  repository_advisory: everywhere("repository_advisories"),
  repository_dispatch: appOnly("contents"),
  repository_import: noApp(),
  repository_ruleset: everywhere("administration", "organization_administration"),
  repository_vulnerability_alert: noApp(),
  secret_scanning_alert: everywhere("secret_scanning_alerts"),
  secret_scanning_alert_location: everywhere("secret_scanning_alerts"),
  secret_scanning_scan: everywhere("secret_scanning_alerts"),
  security_advisory: appOnly(),
  security_and_analysis: everywhere("administration"),
  star: everywhere("metadata"),
  status: everywhere("statuses"),
  sub_issues: everywhere("issues"),
  svc_app_authorization: { ...appOnly(), unasked: "always" },
  team: noRepository("members"),
  team_add: everywhere("members"),
  updater_alert: everywhere("vulnerability_alerts"),
  watch: everywhere("metadata"),
  workflow_dispatch: appOnly("contents"),
  workflow_job: everywhere("actions"),
  workflow_run: everywhere("actions"),
} satisfies Readonly<Record<string, EventRule>>;

/** An event's neutral name. */
export type EventName = keyof typeof EVENTS;

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}

/** May a webhook of this kind subscribe to an event? */
export function canSubscribe(kind: HookKind, name: string): name is EventName {
  if (!isEventName(name)) return false;
  const rule: EventRule = EVENTS[name];
  return rule.hooks.includes(kind) && rule.unasked !== "always";
}

/** An event's name as the vendor writes it: words that stand for something of the vendor's are its own. */
export function wireEvent(dialect: Dialect, name: string): string {
  const words: Readonly<Record<string, string>> = { ...dialect.fields, svc: dialect.mediaTypeVendor };
  return name
    .split("_")
    .map((word) => (Object.hasOwn(words, word) ? words[word] : word))
    .join("_");
}

/** The event that the vendor calls so; undefined where there is none. */
export function neutralEvent(dialect: Dialect, name: string): EventName | undefined {
  return isEventName(name) && wireEvent(dialect, name) === name
    ? name
    : Object.keys(EVENTS)
        .filter(isEventName)
        .find((event) => wireEvent(dialect, event) === name);
}

/** Permission sets that no operation asks for, but events do. */
export const EVENT_PERMISSIONS: readonly string[] = [
  ...new Set(Object.values(EVENTS).flatMap(({ needs }) => needs)),
].filter((key) => !Object.hasOwn(PERMISSIONS, key));
