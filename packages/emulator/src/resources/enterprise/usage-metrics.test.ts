import {
  getEnterpriseUsageReport,
  getLatestEnterpriseUsageReport,
  getLatestUsersUsageReport,
  getUsersUsageReport,
  getUserTeamsUsageReport,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const chat = { feature: "chat_panel_agent_mode", language: "markdown", ide: "jetbrains" };

const seed = {
  users: { alice: {}, bob: {}, carol: {}, bill: {}, mallory: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", carol: "member" },
      teams: { builders: { members: ["bob", "carol"] }, testers: { members: ["bob"] }, board: { members: ["alice"] } },
    },
    globex: { members: { mallory: "owner", bob: "member" }, teams: { outsiders: { members: ["bob"] } } },
  },
  enterprises: {
    "acme-inc": {
      members: { alice: "owner", bill: "billing-manager" },
      organizations: ["acme"],
      usage_metrics: {
        activity: [
          {
            user: "bob",
            day: "-1d",
            interactions: 5,
            generations: 20,
            acceptances: 8,
            lines_suggested: 90,
            lines_added: 40,
          },
          { user: "bob", day: "2026-03-19", ...chat, interactions: 3, lines_added: 2, lines_deleted: 1 },
          {
            user: "carol",
            day: "-1d",
            generations: 10,
            acceptances: 1,
            lines_suggested: 30,
            lines_suggested_to_delete: 4,
          },
          { user: "carol", day: "-4d", interactions: 1 },
          { user: "carol", day: "-1h", interactions: 4 },
          { user: "alice", day: "-20d", ...chat, interactions: 2 },
          { user: "alice", day: "-28d", interactions: 9 },
          { user: "alice", day: "-29d", interactions: 100 },
          { user: "bob", day: "2025-10-09", interactions: 1 },
          { user: "bob", day: "2025-10-10", interactions: 1 },
        ],
      },
    },
    quiet: { members: { alice: "owner" }, usage_metrics: {} },
    closed: {
      members: { alice: "owner" },
      usage_metrics: { policy: "disabled", activity: [{ user: "alice", day: "-1d" }] },
    },
    unset: { members: { alice: "owner" } },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: ["read:enterprise"] },
    bill: { kind: "oauth", user: "bill", scopes: ["manage_billing:assistant"] },
    poor: { kind: "classic", user: "alice", scopes: ["read:org"] },
    bob: { kind: "classic", user: "bob", scopes: ["admin:enterprise"] },
    mallory: { kind: "classic", user: "mallory", scopes: ["admin:enterprise"] },
    fine: { kind: "fine-grained", user: "alice", permissions: { enterprise_assistant_metrics: "read" } },
  },
};

const test = emulatorTest({ seed, now: () => new Date("2026-03-20T12:00:00Z") });

const enterprise = { enterprise: "acme-inc" };
const yesterday = { ...enterprise, day: "2026-03-19" };
const REPORTS = "/enterprises/acme-inc/copilot/metrics/reports";
const KINDS = [
  "enterprise-1-day",
  "users-1-day",
  "user-teams-1-day",
  "enterprise-28-day/latest",
  "users-28-day/latest",
];

/** Returns the lines of the report file, the only one linked. */
async function readReportLines(links: readonly string[]): Promise<Record<string, unknown>[]> {
  expect(links).toHaveLength(1);
  const response = await fetch(links[0] ?? "");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
  const text = await response.text();
  expect(text).toMatch(/\n$/);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const counts = (...[interactions, generations, acceptances, suggested, toDelete, added, deleted]: number[]) => ({
  user_initiated_interaction_count: interactions,
  code_generation_activity_count: generations,
  code_acceptance_activity_count: acceptances,
  loc_suggested_to_add_sum: suggested,
  loc_suggested_to_delete_sum: toDelete,
  loc_added_sum: added,
  loc_deleted_sum: deleted,
});

const BOB_COUNTS = counts(8, 20, 8, 90, 0, 42, 1);
const CAROL_COUNTS = counts(0, 10, 1, 30, 4, 0, 0);
const TOTAL_COUNTS = counts(8, 30, 9, 120, 4, 42, 1);

describe("reports", () => {
  test("cover a day of the enterprise", async ({ emulator }) => {
    const report = await clientFor(emulator, "alice").call(getEnterpriseUsageReport, yesterday);
    expect(report).toEqual({ download_links: [expect.stringContaining(emulator.webUrl)], report_day: "2026-03-19" });
    expect(await readReportLines(report.download_links)).toEqual([
      {
        day: "2026-03-19",
        enterprise_id: "1",
        ...TOTAL_COUNTS,
        daily_active_users: 2,
        weekly_active_users: 2,
        monthly_active_users: 3,
        monthly_active_chat_users: 2,
        monthly_active_agent_users: 2,
        totals_by_ide: [
          { ide: "jetbrains", ...counts(3, 0, 0, 0, 0, 2, 1) },
          { ide: "vscode", ...counts(5, 30, 9, 120, 4, 40, 0) },
        ],
        totals_by_feature: [
          { feature: "chat_panel_agent_mode", ...counts(3, 0, 0, 0, 0, 2, 1) },
          { feature: "code_completion", ...counts(5, 30, 9, 120, 4, 40, 0) },
        ],
        totals_by_language_feature: [
          { language: "markdown", feature: "chat_panel_agent_mode", ...counts(3, 0, 0, 0, 0, 2, 1) },
          { language: "typescript", feature: "code_completion", ...counts(5, 30, 9, 120, 4, 40, 0) },
        ],
      },
    ]);
  });

  test("cover a day of each user", async ({ emulator }) => {
    const report = await clientFor(emulator, "bill").call(getUsersUsageReport, yesterday);
    const [bob, carol, ...rest] = await readReportLines(report.download_links);
    expect(rest).toEqual([]);
    expect(bob).toMatchObject({
      day: "2026-03-19",
      user_login: "bob",
      used_chat: true,
      used_agent: true,
      ...BOB_COUNTS,
    });
    expect(bob?.["totals_by_ide"]).toHaveLength(2);
    expect(carol).toMatchObject({ user_login: "carol", used_chat: false, used_agent: false, ...CAROL_COUNTS });
  });

  test("cover a day of each user and team", async ({ emulator }) => {
    const report = await clientFor(emulator, "alice").call(getUserTeamsUsageReport, yesterday);
    const lines = await readReportLines(report.download_links);
    expect(lines.map((line) => `${line["user_login"]} ${line["slug"]}`)).toEqual([
      "bob builders",
      "bob testers",
      "carol builders",
    ]);
    expect(lines[2]).toMatchObject({ day: "2026-03-19", team_id: expect.any(Number), ...CAROL_COUNTS });
  });

  test("cover the last 28 complete days", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const period = { report_start_day: "2026-02-20", report_end_day: "2026-03-19" };
    const report = await call(getLatestEnterpriseUsageReport, enterprise);
    expect(report).toMatchObject(period);
    const [line, ...rest] = await readReportLines(report.download_links);
    expect(rest).toEqual([]);
    expect(line).toMatchObject({
      ...period,
      enterprise_id: "1",
      day_totals: [
        { day: "2026-02-20", user_initiated_interaction_count: 9, monthly_active_users: 1 },
        { day: "2026-02-28", user_initiated_interaction_count: 2, daily_active_users: 1, weekly_active_users: 1 },
        { day: "2026-03-16", user_initiated_interaction_count: 1, monthly_active_users: 2 },
        { day: "2026-03-19", ...TOTAL_COUNTS },
      ],
    });
    const users = await call(getLatestUsersUsageReport, enterprise);
    expect(users).toMatchObject(period);
    const days = await readReportLines(users.download_links);
    expect(days.map(({ day, user_login }) => `${day} ${user_login}`)).toEqual([
      "2026-02-20 alice",
      "2026-02-28 alice",
      "2026-03-16 carol",
      "2026-03-19 bob",
      "2026-03-19 carol",
    ]);
    expect(days[4]).toMatchObject({ ...period, ...CAROL_COUNTS });

    emulator.control.clock.advance(12 * 3600);
    expect(await call(getLatestUsersUsageReport, enterprise)).toMatchObject({
      report_start_day: "2026-02-21",
      report_end_day: "2026-03-20",
    });
  });
});

describe("report days", () => {
  const reportRequest = (day: string, kind: string, token = "alice") => ({
    route: `GET ${REPORTS}/${kind}?day=${day}`,
    token,
  });

  test.for(["enterprise-1-day", "users-1-day"])(
    "%s is available from a fixed day on, and for at most a year",
    async (kind, { emulator }) => {
      const getReport = async (day: string) => {
        const { route, token } = reportRequest(day, kind);
        return sendRequest(emulator, route, token);
      };
      expect((await getReport("2025-10-10")).status).toBe(200);
      for (const day of ["2025-10-09", "2026-03-21"]) {
        expect(await getReport(day)).toMatchObject({
          status: 422,
          body: { errors: [{ field: "day", message: expect.stringContaining("2025-10-10 to 2026-03-20") }] },
        });
      }
      emulator.control.clock.set(new Date("2027-03-20T00:00:00Z"));
      expect((await getReport("2026-03-19")).body).toMatchObject({
        errors: [{ field: "day", message: expect.stringContaining("2026-03-20 to 2027-03-20") }],
      });
    },
  );

  test.for(["enterprise-1-day", "users-1-day", "user-teams-1-day"])(
    "%s returns 404 for an incomplete day and a day without usage",
    async (kind, { emulator }) => {
      for (const day of ["2026-03-20", "2026-03-18"]) {
        const { route, token } = reportRequest(day, kind);
        expect(await sendRequest(emulator, route, token)).toMatchObject({
          status: 404,
          body: { message: expect.stringContaining(day) },
        });
      }
      emulator.control.clock.advance(12 * 3600);
      const { route, token } = reportRequest("2026-03-20", kind);
      expect((await sendRequest(emulator, route, token)).status).toBe(200);
      for (const day of ["yesterday", "2026-02-30", ""]) {
        const { route, token } = reportRequest(day, kind);
        expect(await sendRequest(emulator, route, token)).toMatchObject({
          status: 422,
          body: { errors: [{ field: "day" }] },
        });
      }
      expect((await sendRequest(emulator, `GET ${REPORTS}/${kind}`, "alice")).status).toBe(422);
    },
  );
});

describe("report links", () => {
  test("expire, and are valid for their report only", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const [link = ""] = (await call(getUsersUsageReport, yesterday)).download_links;
    const status = async (url: string | URL) => (await fetch(url)).status;
    const tampered = (change: (url: URL) => void) => {
      const url = new URL(link);
      change(url);
      return url;
    };
    expect(await status(link)).toBe(200);
    expect(await status(link)).toBe(200);
    for (const url of [
      tampered((url) => url.searchParams.set("ends", String(Number(url.searchParams.get("ends")) + 60))),
      tampered((url) => url.searchParams.set("ends", "never")),
      tampered((url) => url.searchParams.set("mark", "00")),
      tampered((url) => url.searchParams.delete("mark")),
      tampered((url) => {
        url.pathname = url.pathname.replace("users-1-day", "enterprise-1-day");
      }),
      tampered((url) => {
        url.pathname = url.pathname.replaceAll("2026-03-19", "2026-03-16");
      }),
      tampered((url) => {
        url.pathname = url.pathname.replace("acme-inc", "closed");
      }),
    ]) {
      expect([url.href, await status(url)]).toEqual([url.href, 403]);
    }
    emulator.control.clock.advance(29 * 60);
    expect(await status(link)).toBe(200);
    emulator.control.clock.advance(31 * 60);
    expect(await status(link)).toBe(403);
    const [next = ""] = (await call(getUsersUsageReport, yesterday)).download_links;
    expect(next).not.toBe(link);
    expect(await status(next)).toBe(200);
  });
});

describe("access", () => {
  test.for(KINDS)("requires permission to see %s", async (kind, { emulator }) => {
    const status = async (token: string) =>
      (await sendRequest(emulator, `GET ${REPORTS}/${kind}?day=2026-03-19`, token)).status;
    for (const token of ["alice", "bill"]) expect([token, await status(token)]).toEqual([token, 200]);
    for (const token of ["poor", "bob", "fine"]) expect([token, await status(token)]).toEqual([token, 403]);
    expect(await status("mallory")).toBe(404);
  });

  test.for(KINDS)("returns %s only if the policy allows it and there was usage", async (kind, { emulator }) => {
    const getReport = (slug: string) =>
      sendRequest(emulator, `GET ${REPORTS.replace("acme-inc", slug)}/${kind}?day=2026-03-19`, "alice");
    for (const slug of ["closed", "unset"]) {
      expect(await getReport(slug)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining("policy") },
      });
    }
    expect((await getReport("quiet")).status).toBe(404);
    expect((await getReport("unknown-enterprise")).status).toBe(404);
  });
});
