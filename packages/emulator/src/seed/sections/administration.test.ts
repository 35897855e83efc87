import { expect, test } from "vitest";
import { startEmulator } from "../../emulator.ts";

const start = (more: { acme?: object; enterprise?: object; widgets?: object }) =>
  startEmulator({
    seed: {
      users: { alice: {}, mallory: {} },
      organizations: { acme: { members: { alice: "owner" }, ...more.acme }, globex: {} },
      enterprises: { "acme-inc": { organizations: ["acme"], ...more.enterprise } },
      repositories: { "acme/widgets": { ...more.widgets } },
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
    `${ACME}.announcement.expires is wrong: no time`,
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
    `${WIDGETS}.advisories.0.cvss is wrong: no CVSS vector`,
  ],
  [
    { widgets: { rule_suites: [{ ref: "refs/heads/main", pushed: "-1h", bypassed: true }] } },
    `${WIDGETS}.rule_suites.0.bypassed there is no broken rule`,
  ],
  [
    { widgets: { rule_suites: [{ ref: "main", pushed: "-1h" }] } },
    `${WIDGETS}.rule_suites.0.ref is wrong: no whole ref`,
  ],
] as const)("%j", async ([more, message]) => {
  await expect(start(more)).rejects.toThrow(message);
});
