import { expect, test } from "vitest";
import { ask } from "../../calling.fixture.ts";
import { startEmulator } from "../../emulator.ts";

const start = (more: { acme?: object; enterprise?: object; widgets?: object }) =>
  startEmulator({
    seed: {
      users: { alice: {}, mallory: {} },
      organizations: { acme: { members: { alice: "owner" }, ...more.acme }, globex: {} },
      enterprises: { "acme-inc": { organizations: ["acme"], ...more.enterprise } },
      repositories: { "acme/widgets": { ...more.widgets }, "globex/parts": {} },
      tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
    },
  });

const ACME = "organizations.acme";
const INC = "enterprises.acme-inc";
const WIDGETS = "repositories.acme/widgets";
const advisory = { id: "2222-3333-4444", summary: "x" };

// What would make a service that contradicts itself is said when it starts, with its place.
test.for([
  [
    { acme: { announcement: { announcement: "x", expires: "soon" } } },
    `${ACME}.announcement.expires is invalid: no time`,
  ],
  [
    { acme: { assistant_spaces: [{ number: 1 }, { number: 1 }] } },
    `${ACME}.assistant_spaces.1.number there is another`,
  ],
  [
    { acme: { assistant_spaces: [{ number: 1, users: { mallory: "reader" } }] } },
    `${ACME}.assistant_spaces.0.users.mallory is no member`,
  ],
  [
    { acme: { assistant_spaces: [{ number: 1, teams: { nobody: "reader" } }] } },
    `${ACME}.assistant_spaces.0.teams.nobody there is no team "nobody"`,
  ],
  [
    { acme: { hosted_runners: { large: { image: "mine" } } } },
    `${ACME}.hosted_runners.large.image must be one of ubuntu-22.04`,
  ],
  [{ acme: { hosted_runners: { large: { size: "3-core" } } } }, `${ACME}.hosted_runners.large.size must be one of`],
  [
    { acme: { hosted_runners: { large: { group: "Fast" } } } },
    `${ACME}.hosted_runners.large.group there is no runner group Fast`,
  ],
  [
    { acme: { hosted_runners: { Large: {}, large: {} } } },
    `${ACME}.hosted_runners.large is there already, by this name`,
  ],
  [
    {
      acme: {
        hosted_runners: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`ip-${n}`, { public_ip: true }])),
      },
    },
    `${ACME}.hosted_runners.ip-50.public_ip an organization has 50 public IPs at most`,
  ],
  [{ acme: { cache_limits: { retention_days: 91 } } }, `${ACME}.cache_limits.retention_days must be at most 90`],
  [{ acme: { interaction_limit: { limit: "nobody" } } }, `${ACME}.interaction_limit.limit must be one of`],
  [{ acme: { oidc_properties: ["team"] } }, `${ACME}.oidc_properties.0 there is no custom property team`],
  [
    { acme: { custom_properties: { team: {} }, oidc_properties: ["team", "Team"] } },
    `${ACME}.oidc_properties.1 is named twice`,
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
    `${WIDGETS}.caches.1 is there already, by this name`,
  ],
  [{ widgets: { caches: [{ key: "a", size: 1, ref: "main" }] } }, `${WIDGETS}.caches.0.ref is invalid: no whole ref`],
  [
    { acme: { budgets: [{ sku: "actions", scope: "user", amount: 1 }] } },
    `${ACME}.budgets.0 a budget of the scope user`,
  ],
  [
    { acme: { budgets: [{ sku: "actions", scope: "repository", entity: "acme/gears", amount: 1 }] } },
    `${ACME}.budgets.0.entity there is no repository`,
  ],
  [
    { acme: { secret_patterns: { provider: { SOMETHING: {} } } } },
    `${ACME}.secret_patterns.provider.SOMETHING is no kind`,
  ],
  [
    { acme: { actions_permissions: { enabled_repositories: "all", repositories: ["acme/widgets"] } } },
    `${ACME}.actions_permissions.repositories are named, so its enabled_repositories can only be "selected"`,
  ],
  [
    { acme: { actions_permissions: { runners: { repositories: ["globex/parts"] } } } },
    `${ACME}.actions_permissions.runners.repositories.0 is no repository of acme`,
  ],
  [
    { acme: { actions_permissions: { selected_actions: { patterns_allowed: ["acme"] } } } },
    `${ACME}.actions_permissions.selected_actions.patterns_allowed.0 is invalid: no action`,
  ],
  [{ acme: { actions_permissions: { retention: { days: 401 } } } }, `${ACME}.actions_permissions.retention.days`],
  [
    { acme: { immutable_releases: { enforced_repositories: "none", repositories: [] } } },
    `${ACME}.immutable_releases.repositories are named, so its enforced_repositories can only be "selected"`,
  ],
  [
    { acme: { updater_access: { repositories: ["acme/gears"] } } },
    `${ACME}.updater_access.repositories.0 there is no repository`,
  ],
  [{ enterprise: { teams: { A: {}, "A!": {} } } }, `${INC}.teams.A! there is another team with the slug ent:a`],
  [
    { enterprise: { teams: { A: { organizations: ["globex"] } } } },
    `${INC}.teams.A.organizations.0 is not the enterprise's`,
  ],
  [
    { enterprise: { usage_metrics: { activity: [{ user: "x", day: "-1d" }] } } },
    `${INC}.usage_metrics.activity.0.user`,
  ],
  [
    { enterprise: { usage_metrics: { activity: [{ user: "alice", day: "noon" }] } } },
    `${INC}.usage_metrics.activity.0.day`,
  ],
  [{ widgets: { advisories: [advisory, advisory] } }, `${WIDGETS}.advisories.1.id is another advisory's id`],
  [
    { widgets: { advisories: [{ ...advisory, cvss: "9.8" }] } },
    `${WIDGETS}.advisories.0.cvss is invalid: no CVSS vector`,
  ],
  [
    { widgets: { rule_suites: [{ ref: "refs/heads/main", pushed: "-1h", bypassed: true }] } },
    `${WIDGETS}.rule_suites.0.bypassed there is no broken rule`,
  ],
  [
    { widgets: { rule_suites: [{ ref: "main", pushed: "-1h" }] } },
    `${WIDGETS}.rule_suites.0.ref is invalid: no whole ref`,
  ],
] as const)("%j", async ([more, message]) => {
  await expect(start(more)).rejects.toThrow(message);
});

test("what workflows may is as the seed says, and as the service starts it where it says nothing", async () => {
  const emulator = await start({
    acme: {
      actions_permissions: {
        ...{ repositories: ["acme/widgets"], retention: { days: 30 }, runners: { enabled_repositories: "none" } },
        workflows: { default_workflow_permissions: "read" },
      },
    },
  });
  try {
    const get = async (what: string) => (await ask(emulator, `GET /orgs/acme/actions/permissions${what}`)).body;
    expect(await get("")).toMatchObject({ enabled_repositories: "selected", allowed_actions: "all" });
    expect(await get("/repositories")).toMatchObject({ total_count: 1, repositories: [{ name: "widgets" }] });
    expect(await get("/artifact-and-log-retention")).toMatchObject({ days: 30 });
    expect(await get("/self-hosted-runners")).toEqual({ enabled_repositories: "none" });
    expect(await get("/workflow")).toEqual({
      ...{ default_workflow_permissions: "read", can_approve_pull_request_reviews: true },
    });
    expect(await get("/fork-pr-contributor-approval")).toEqual({ approval_policy: "first_time_contributors" });
  } finally {
    await emulator.stop();
  }
});
