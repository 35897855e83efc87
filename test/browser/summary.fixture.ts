import type { Change, ChangeDetail, Outcome } from "../../packages/tasks/src/plan.ts";
import { headline, type Report, type TaskReport } from "../../packages/tasks/src/report/report.ts";

const NO_PLAN = { changes: [], skipped: [], unreadable: [], notes: [] };
const METADATA = { version: 1, step: "ci/rotate/forgehand", at: "2026-01-01T00:00:00.000Z", attempt: 1 } as const;
const RUN = { ...METADATA, cancelled: false, calls: 127, seconds: 34.2, webUrl: "https://github.com" } as const;

function taskOf(overrides: Partial<TaskReport>): TaskReport {
  return { task: "rotate-secrets", title: "Rotate secrets", plan: NO_PLAN, outcomes: [], failures: [], ...overrides };
}

const names = (count: number, prefix = "service") =>
  Array.from({ length: count }, (_, n) => `acme/${prefix}-${String(n + 1).padStart(2, "0")}`);

const rotationOf = (target: string): Change => ({
  target: `${target}: DEPLOY_KEY`,
  what: "a new value (actions)",
  before: "set 2025-06-01T12:00:00Z",
  after: "set again",
});

const rotationPlan: Report = {
  ...RUN,
  mode: "plan",
  tasks: [
    taskOf({
      plan: {
        ...NO_PLAN,
        changes: [
          ...names(6).map(rotationOf),
          { ...rotationOf("acme/storefront (production)"), what: "a new secret (actions)", before: "none" },
          {
            ...rotationOf("acme"),
            before: "set 2025-06-01T12:00:00Z, visible to 3 selected repositories",
            after: "set again, visible to 3 selected repositories (kept)",
          },
          // The longest names that GitHub accepts.
          rotationOf(`${"o".repeat(39)}/${"repository".repeat(10)} (${"environment".repeat(23)})`),
        ],
        skipped: names(3, "archived").map((target) => ({ target, why: "is archived" })),
        notes: ["DEPLOY_KEY also exists as a dependabot secret in acme/service-01, and keeps its value there."],
      },
    }),
  ],
};

const KINDS = ["branch", "tag", "pull request", "environment production"];

function subjectsOf(target: string): readonly ChangeDetail[] {
  const contexts = ["ref:refs/heads/main", "ref:refs/tags/v1.0.0", "pull_request", "environment:production"];
  return KINDS.map((label, index) => ({
    label,
    before: `repo:${target}:${contexts[index]}`,
    after: `repo:${target}:${contexts[index]}:job_workflow_ref:${target}/.github/workflows/release.yml@refs/heads/main`,
  }));
}

const subjectPlan: Report = {
  ...RUN,
  mode: "plan",
  tasks: [
    taskOf({
      task: "oidc-template",
      title: "OIDC subject template",
      plan: {
        ...NO_PLAN,
        changes: ["acme", ...names(20)].map((target) => ({
          target,
          what: "subject template",
          before: "the default",
          after: "repo:context:job_workflow_ref",
          details: subjectsOf(target === "acme" ? "acme/any" : target),
        })),
        notes: ["The subject of acme/service-01 and 19 more changes with the next job."],
        advice: [{ title: "For AWS: the role's trust policy", text: '{\n  "Version": "2012-10-17"\n}' }],
      },
    }),
  ],
};

const eventOf = (index: number) =>
  `acme/widgets, webhook 7: star created 0b989ba4-242f-11e5-81e1-${String(index).padStart(12, "0")}`;

function redeliveryOf(index: number, end: Outcome<Change>["end"], note: string): Outcome<Change> {
  const before = '2 failed, the last with "Invalid HTTP Response: 503"';
  return {
    change: { target: eventOf(index), what: "redeliver to ci.acme.example", before, after: "attempt 3" },
    end,
    note,
  };
}

const redeliveries = [
  redeliveryOf(1, "changed", "delivered"),
  redeliveryOf(2, "failed", "the receiver failed again: Invalid HTTP Response: 503"),
  redeliveryOf(3, "failed", "the receiver failed again: Invalid HTTP Response: 503; giving up after 3 attempts"),
];

const redelivery: Report = {
  ...RUN,
  mode: "apply",
  tasks: [
    taskOf({
      task: "redeliver",
      title: "Redeliver failed deliveries",
      outcomes: redeliveries,
      plan: {
        ...NO_PLAN,
        changes: redeliveries.map(({ change }) => change),
        notes: ["acme/widgets, webhook 7: the receiver failed again for an event that was redelivered."],
        givenUp: [
          ...[3, 4, 5].map((index) => ({
            target: eventOf(index),
            problem: 'given up: failed 5 times or more, the last time 2026-01-01T00:00:00Z with "timed out"',
            isNew: true,
          })),
          ...Array.from({ length: 30 }, (_, n) => ({
            target: eventOf(n + 10),
            problem: 'given up: failed 5 times or more, the last time 2025-12-31T00:00:00Z with "timed out"',
            isNew: false,
          })),
        ],
      },
    }),
  ],
};

const changedService = rotationOf("acme/service-0001");

const mostlyUnchanged: Report = {
  ...RUN,
  mode: "apply",
  tasks: [
    taskOf({
      outcomes: [{ change: changedService, end: "changed" }],
      plan: {
        ...NO_PLAN,
        changes: [changedService],
        skipped: Array.from({ length: 2000 }, (_, n) => ({
          target: `acme/service-${String(n).padStart(4, "0")}: DEPLOY_KEY`,
          why: "was set 2026-01-01T00:00:01Z, after this rotation began (2026-01-01T00:00:00Z)",
          isUnchanged: true,
        })),
      },
    }),
  ],
};

const PROBLEM =
  "PUT /repos/acme/service-02/actions/secrets/DEPLOY_KEY: 403 Forbidden. Resource not accessible by integration. The token lacks the permission Secrets (write).";
const failing = names(4).map(rotationOf);

const failure: Report = {
  ...RUN,
  mode: "apply",
  cancelled: true,
  tasks: [
    taskOf({
      plan: { ...NO_PLAN, changes: failing },
      outcomes: failing.map((change, index) => {
        const end = (["changed", "failed", "unknown", "not-started"] as const)[index] ?? "changed";
        return { change, end, note: index === 0 ? undefined : PROBLEM };
      }),
      failures: [
        { target: "acme/nowhere", problem: "404 Not Found. Either it does not exist, or this token cannot see it." },
        { target: "acme/later", problem: "not read: the run was cancelled before", isUnread: true },
      ],
    }),
  ],
};

const fleet: Report = {
  ...RUN,
  mode: "apply",
  calls: 40_160,
  seconds: 122.4,
  problems: [{ target: "shard globex", problem: "has no report; its job may have been cancelled" }],
  shards: ["acme", "initech", "1/16"].map((shard, index) => ({
    shard,
    attempt: index + 1,
    cancelled: index === 1,
    headline: headline({ mode: "apply", tasks: failure.tasks }),
  })),
  tasks: [...failure.tasks, ...redelivery.tasks],
};

/** Reports of runs of every kind, with the longest values that occur. */
export const REPORTS: Readonly<Record<string, Report>> = {
  "a plan of a rotation": rotationPlan,
  "a plan of subject templates": subjectPlan,
  "a redelivery that gives up events": redelivery,
  "a run that leaves 2,000 targets unchanged": mostlyUnchanged,
  "a failed run": failure,
  "a merged fleet": fleet,
};
