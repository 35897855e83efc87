import { expect, test } from "vitest";
import { startEmulator } from "../../emulator.ts";
import { requestJson } from "../../requests.fixture.ts";

const start = (fields: { acme?: object; enterprise?: object; widgets?: object }) =>
  startEmulator({
    seed: {
      users: { alice: {}, mallory: {} },
      organizations: { acme: { members: { alice: "owner" }, ...fields.acme }, globex: {} },
      enterprises: { "acme-inc": { organizations: ["acme"], ...fields.enterprise } },
      repositories: { "acme/widgets": { ...fields.widgets }, "globex/parts": {} },
      tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
    },
  });

const ACME = "organizations.acme";
const INC = "enterprises.acme-inc";
const WIDGETS = "repositories.acme/widgets";
const advisory = { id: "2222-3333-4444", summary: "x" };

// Inconsistent seeds are rejected at start, with the path of the error.
test.for([
  [
    { acme: { announcement: { announcement: "x", expires: "soon" } } },
    `${ACME}.announcement.expires must be an ISO 8601 time`,
  ],
  [
    { acme: { assistant_spaces: [{ number: 1 }, { number: 1 }] } },
    `${ACME}.assistant_spaces.1.number must be unique: another`,
  ],
  [
    { acme: { assistant_spaces: [{ number: 1, users: { mallory: "reader" } }] } },
    `${ACME}.assistant_spaces.0.users.mallory must be a member`,
  ],
  [
    { acme: { assistant_spaces: [{ number: 1, teams: { "unknown-user": "reader" } }] } },
    `${ACME}.assistant_spaces.0.teams.unknown-user must name an existing team, got "unknown-user"`,
  ],
  [
    { acme: { hosted_runners: { large: { image: "mine" } } } },
    `${ACME}.hosted_runners.large.image must be one of ubuntu-22.04`,
  ],
  [{ acme: { hosted_runners: { large: { size: "3-core" } } } }, `${ACME}.hosted_runners.large.size must be one of`],
  [
    { acme: { hosted_runners: { large: { group: "Fast" } } } },
    `${ACME}.hosted_runners.large.group must name an existing runner group, got Fast`,
  ],
  [{ acme: { hosted_runners: { Large: {}, large: {} } } }, `${ACME}.hosted_runners.large must be unique`],
  [
    {
      acme: {
        hosted_runners: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`ip-${n}`, { public_ip: true }])),
      },
    },
    `${ACME}.hosted_runners.ip-50.public_ip must not exceed the limit of 50 public IPs`,
  ],
  [{ acme: { cache_limits: { retention_days: 91 } } }, `${ACME}.cache_limits.retention_days must be at most 90`],
  [{ acme: { interaction_limit: { limit: "unknown-user" } } }, `${ACME}.interaction_limit.limit must be one of`],
  [
    { acme: { oidc_properties: ["team"] } },
    `${ACME}.oidc_properties.0 must name an existing custom property, got team`,
  ],
  [
    { acme: { custom_properties: { team: {} }, oidc_properties: ["team", "Team"] } },
    `${ACME}.oidc_properties.1 must not be listed twice`,
  ],
  [
    {
      widgets: {
        caches: [
          { key: "a", size: 1 },
          { key: "a", size: 2 },
        ],
      },
    },
    `${WIDGETS}.caches.1 must be unique`,
  ],
  [{ widgets: { caches: [{ key: "a", size: 1, ref: "main" }] } }, `${WIDGETS}.caches.0.ref must be a full ref`],
  [
    { acme: { budgets: [{ sku: "actions", scope: "user", amount: 1 }] } },
    `${ACME}.budgets.0 must have "entity": its scope is user`,
  ],
  [
    { acme: { budgets: [{ sku: "actions", scope: "repository", entity: "acme/gears", amount: 1 }] } },
    `${ACME}.budgets.0.entity must name an existing repository`,
  ],
  [
    { acme: { secret_patterns: { provider: { SOMETHING: {} } } } },
    `${ACME}.secret_patterns.provider.SOMETHING must be one of`,
  ],
  [
    { acme: { actions_permissions: { enabled_repositories: "all", repositories: ["acme/widgets"] } } },
    `${ACME}.actions_permissions.repositories must be omitted unless enabled_repositories is "selected"`,
  ],
  [
    { acme: { actions_permissions: { runners: { repositories: ["globex/parts"] } } } },
    `${ACME}.actions_permissions.runners.repositories.0 must be a repository of acme`,
  ],
  [
    { acme: { actions_permissions: { selected_actions: { patterns_allowed: ["acme"] } } } },
    `${ACME}.actions_permissions.selected_actions.patterns_allowed.0 must be an action pattern`,
  ],
  [{ acme: { actions_permissions: { retention: { days: 401 } } } }, `${ACME}.actions_permissions.retention.days`],
  [
    { acme: { immutable_releases: { enforced_repositories: "none", repositories: [] } } },
    `${ACME}.immutable_releases.repositories must be omitted unless enforced_repositories is "selected"`,
  ],
  [
    { acme: { updater_access: { repositories: ["acme/gears"] } } },
    `${ACME}.updater_access.repositories.0 must name an existing repository`,
  ],
  [{ enterprise: { teams: { A: {}, "A!": {} } } }, `${INC}.teams.A! must be unique: another team has the slug ent:a`],
  [
    { enterprise: { teams: { A: { organizations: ["globex"] } } } },
    `${INC}.teams.A.organizations.0 must be an organization of the enterprise`,
  ],
  [
    { enterprise: { usage_metrics: { activity: [{ user: "x", day: "-1d" }] } } },
    `${INC}.usage_metrics.activity.0.user`,
  ],
  [
    { enterprise: { usage_metrics: { activity: [{ user: "alice", day: "noon" }] } } },
    `${INC}.usage_metrics.activity.0.day`,
  ],
  [
    { widgets: { advisories: [advisory, advisory] } },
    `${WIDGETS}.advisories.1.id must be unique: another advisory has this id`,
  ],
  [{ widgets: { advisories: [{ ...advisory, cvss: "9.8" }] } }, `${WIDGETS}.advisories.0.cvss must be a CVSS vector`],
  [
    { widgets: { rule_suites: [{ ref: "refs/heads/main", pushed: "-1h", bypassed: true }] } },
    `${WIDGETS}.rule_suites.0.bypassed must be false`,
  ],
  [{ widgets: { rule_suites: [{ ref: "main", pushed: "-1h" }] } }, `${WIDGETS}.rule_suites.0.ref must be a full ref`],
] as const)("rejects %j", async ([fields, message]) => {
  await expect(start(fields)).rejects.toThrow(message);
});

test("sets the Actions permissions of the seed and keeps the defaults of all others", async () => {
  const emulator = await start({
    acme: {
      actions_permissions: {
        repositories: ["acme/widgets"],
        retention: { days: 30 },
        runners: { enabled_repositories: "none" },
        workflows: { default_workflow_permissions: "read" },
      },
    },
  });
  try {
    const get = async (path: string) => (await requestJson(emulator, `GET /orgs/acme/actions/permissions${path}`)).body;
    expect(await get("")).toMatchObject({ enabled_repositories: "selected", allowed_actions: "all" });
    expect(await get("/repositories")).toMatchObject({ total_count: 1, repositories: [{ name: "widgets" }] });
    expect(await get("/artifact-and-log-retention")).toMatchObject({ days: 30 });
    expect(await get("/self-hosted-runners")).toEqual({ enabled_repositories: "none" });
    expect(await get("/workflow")).toEqual({
      default_workflow_permissions: "read",
      can_approve_pull_request_reviews: true,
    });
    expect(await get("/fork-pr-contributor-approval")).toEqual({ approval_policy: "first_time_contributors" });
  } finally {
    await emulator.stop();
  }
});
