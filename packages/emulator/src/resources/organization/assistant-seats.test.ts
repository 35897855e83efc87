import {
  addAssistantSeatsForTeams,
  addAssistantSeatsForUsers,
  cancelAssistantSeatsForTeams,
  cancelAssistantSeatsForUsers,
  getAssistantBilling,
  getAssistantSeat,
  listAssistantSeats,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect, test as plainTest } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const NOW = "2026-03-20T12:00:00Z";
const PATH = "/orgs/acme/copilot/billing";

const seed = {
  users: { alice: {}, bob: {}, carol: {}, dan: {}, mallory: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", carol: "member", dan: "member" },
      teams: {
        makers: { members: ["bob", "carol"] },
        menders: { parent: "makers", members: ["dan"] },
        empty: {},
      },
      assistant_seats: {
        public_code_suggestions: "block",
        ide_chat: "enabled",
        cli: "disabled",
        users: { alice: { created: "-60d" } },
        activity: { alice: { active: "-1d", editor: "vscode/1.99.0", authenticated: "-2d" } },
      },
    },
    "assign-all": {
      members: { alice: "owner", bob: "member" },
      assistant_seats: { plan_type: "enterprise", seat_management_setting: "assign_all" },
    },
    off: {
      members: { alice: "owner" },
      assistant_seats: { seat_management_setting: "disabled", users: { alice: {} } },
    },
    unset: {
      members: { alice: "owner" },
      assistant_seats: { public_code_suggestions: "unconfigured", seat_management_setting: "assign_selected" },
    },
    none: { members: { alice: "owner" }, teams: { makers: {} } },
  },
  apps: { helper: { owner: "acme", installations: { acme: {} } } },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bills: { kind: "classic", user: "alice", scopes: ["manage_billing:assistant"] },
    "reads-org": { kind: "classic", user: "alice", scopes: ["read:org"] },
    scopeless: { kind: "classic", user: "alice", scopes: ["repo"] },
    administration: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "write" } },
    seats: { kind: "fine-grained", user: "alice", permissions: { organization_assistant_seat_management: "write" } },
    "seats-read": {
      kind: "fine-grained",
      user: "alice",
      permissions: { organization_assistant_seat_management: "read" },
    },
    other: { kind: "fine-grained", user: "alice", permissions: { members: "write" } },
    installation: { kind: "installation", app: "helper", account: "acme", permissions: "all" },
    bob: { kind: "classic", user: "bob", scopes: "all" },
    mallory: { kind: "classic", user: "mallory", scopes: "all" },
  },
};

const test = emulatorTest({ seed, now: () => new Date(NOW) });

const acme = { org: "acme" };
const users = (...selected_usernames: string[]) => ({ ...acme, selected_usernames });
const teams = (...selected_teams: string[]) => ({ ...acme, selected_teams });
const alice = (emulator: Pick<Emulator, "apiUrl" | "tokens">) => clientFor(emulator, "alice").call;

/** Returns, by login, the team that provides the seat and the day it ends. */
async function seats(emulator: Emulator): Promise<Record<string, [team: string | null, ends: string | null]>> {
  const { seats: seatList = [] } = await alice(emulator)(listAssistantSeats, acme);
  return Object.fromEntries(
    seatList.map(({ assignee, assigning_team: team, pending_cancellation_date: ends }) => [
      assignee?.login ?? "",
      [team?.slug ?? null, ends ?? null],
    ]),
  );
}

const breakdown = async (emulator: Emulator) => (await alice(emulator)(getAssistantBilling, acme)).seat_breakdown;

describe("seats", () => {
  test("are assigned to users once and counted only if new", async ({ emulator }) => {
    const call = alice(emulator);
    expect(await call(addAssistantSeatsForUsers, users("Bob", "alice", "bob"))).toEqual({ seats_created: 1 });
    expect(await call(addAssistantSeatsForUsers, users("bob"))).toEqual({ seats_created: 0 });
    expect(await seats(emulator)).toEqual({ alice: [null, null], bob: [null, null] });
    expect(await call(getAssistantSeat, { ...acme, username: "bob" })).toMatchObject({
      created_at: NOW,
      updated_at: NOW,
      plan_type: "business",
      organization: { login: "acme" },
      last_activity_at: null,
      last_activity_editor: null,
      last_authenticated_at: null,
    });
    expect(await call(getAssistantSeat, { ...acme, username: "alice" })).toMatchObject({
      created_at: "2026-01-19T12:00:00Z",
      last_activity_at: "2026-03-19T12:00:00Z",
      last_activity_editor: "vscode/1.99.0",
      last_authenticated_at: "2026-03-18T12:00:00Z",
    });
  });

  test("are assigned through teams and their child teams", async ({ emulator }) => {
    const call = alice(emulator);
    expect(await call(addAssistantSeatsForTeams, teams("menders"))).toEqual({ seats_created: 1 });
    expect(await call(addAssistantSeatsForTeams, teams("Makers", "empty"))).toEqual({ seats_created: 2 });
    // A direct seat takes precedence over teams, and an earlier team over later ones.
    await call(addAssistantSeatsForUsers, users("carol"));
    expect(await seats(emulator)).toEqual({
      alice: [null, null],
      bob: ["makers", null],
      carol: [null, null],
      dan: ["menders", null],
    });
    expect(await breakdown(emulator)).toEqual({
      total: 4,
      added_this_cycle: 3,
      pending_cancellation: 0,
      pending_invitation: 0,
      active_this_cycle: 1,
      inactive_this_cycle: 3,
    });
  });

  test("that are cancelled remain until the end of the month", async ({ emulator }) => {
    const call = alice(emulator);
    expect(await call(cancelAssistantSeatsForUsers, users("alice", "bob"))).toEqual({ seats_cancelled: 1 });
    expect(await call(cancelAssistantSeatsForUsers, users("alice"))).toEqual({ seats_cancelled: 0 });
    expect(await seats(emulator)).toEqual({ alice: [null, "2026-04-01"] });
    expect(await breakdown(emulator)).toMatchObject({ total: 1, pending_cancellation: 1 });

    emulator.control.clock.set(new Date("2026-03-31T23:59:59Z"));
    expect(await seats(emulator)).toEqual({ alice: [null, "2026-04-01"] });
    emulator.control.clock.set(new Date("2026-04-01T00:00:00Z"));
    expect(await seats(emulator)).toEqual({});
    expect((await requestJson(emulator, "GET /orgs/acme/members/alice/copilot")).status).toBe(404);
    expect(await breakdown(emulator)).toMatchObject({ total: 0, active_this_cycle: 0 });

    expect(await call(addAssistantSeatsForUsers, users("alice"))).toEqual({ seats_created: 1 });
    expect(await call(getAssistantSeat, { ...acme, username: "alice" })).toMatchObject({
      created_at: "2026-04-01T00:00:00Z",
      pending_cancellation_date: null,
    });
  });

  test("that are reassigned before they end keep their creation date", async ({ emulator }) => {
    const call = alice(emulator);
    await call(cancelAssistantSeatsForUsers, users("alice"));
    expect(await call(addAssistantSeatsForUsers, users("alice"))).toEqual({ seats_created: 1 });
    expect(await call(getAssistantSeat, { ...acme, username: "alice" })).toMatchObject({
      created_at: "2026-01-19T12:00:00Z",
      pending_cancellation_date: null,
    });
  });

  test("of a team can only be cancelled for the team", async ({ emulator }) => {
    const call = alice(emulator);
    await call(addAssistantSeatsForTeams, teams("makers", "menders"));
    await call(addAssistantSeatsForUsers, users("carol"));
    for (const login of ["bob", "dan"]) {
      expect(
        await requestJson(emulator, `DELETE ${PATH}/selected_users`, { selected_usernames: ["carol", login] }),
      ).toMatchObject({ status: 422, body: { errors: [{ field: "selected_usernames" }] } });
    }
    // A user with both kinds of seat keeps the team's.
    expect(await call(cancelAssistantSeatsForUsers, users("carol"))).toEqual({ seats_cancelled: 0 });
    expect(await seats(emulator)).toMatchObject({ carol: ["makers", null] });
    expect(await call(cancelAssistantSeatsForTeams, teams("makers"))).toEqual({ seats_cancelled: 2 });
    expect(await seats(emulator)).toEqual({
      alice: [null, null],
      bob: ["makers", "2026-04-01"],
      carol: [null, "2026-04-01"],
      dan: ["menders", null],
    });
    expect(await call(cancelAssistantSeatsForTeams, teams("makers", "empty"))).toEqual({ seats_cancelled: 0 });
  });

  test("are paginated by login", async ({ emulator }) => {
    const call = alice(emulator);
    await call(addAssistantSeatsForTeams, teams("makers"));
    const page = await requestJson(emulator, `GET ${PATH}/seats?per_page=3`);
    expect(page.body).toMatchObject({ total_seats: 4, seats: [{}, {}, {}] });
    expect(page.link).toContain('rel="next"');
    const next = await requestJson(emulator, `GET ${PATH}/seats?per_page=3&page=2`);
    expect(next.body).toMatchObject({ total_seats: 4, seats: [{ assignee: { login: "dan" } }] });
    expect((await requestJson(emulator, `GET ${PATH}/seats?page=9`)).body).toEqual({ total_seats: 4, seats: [] });
    expect((await requestJson(emulator, `GET ${PATH}/seats`)).link).toBeNull();
  });

  test("are removed with the member's account", async ({ emulator }) => {
    await alice(emulator)(addAssistantSeatsForTeams, teams("makers"));
    emulator.control.transition({ account: "carol", to: "deleted" });
    expect(Object.keys(await seats(emulator))).toEqual(["alice", "bob", "dan"]);
  });
});

describe("an organization", () => {
  test("returns its policies", async ({ emulator }) => {
    expect(await alice(emulator)(getAssistantBilling, acme)).toMatchObject({
      public_code_suggestions: "block",
      ide_chat: "enabled",
      platform_chat: "unconfigured",
      cli: "disabled",
      seat_management_setting: "assign_selected",
      plan_type: "business",
    });
  });

  test("with assign_all has a seat for each member", async ({ emulator }) => {
    const call = alice(emulator);
    const { total_seats, seats: seatList } = await call(listAssistantSeats, { org: "assign-all" });
    expect(total_seats).toBe(2);
    expect(seatList?.map((seat) => [seat.assignee?.login, seat.plan_type, seat.assigning_team])).toEqual([
      ["alice", "enterprise", null],
      ["bob", "enterprise", null],
    ]);
    expect((await call(listAssistantSeats, { org: "off" })).seats).toEqual([]);
  });

  test.for([
    ["assign-all", /assign_all/],
    ["off", /disabled/],
    ["unset", /public code/],
    ["none", /not enabled/],
  ] as const)("%s rejects individual assignment", async ([org, reason], { emulator }) => {
    const bodies = { selected_users: { selected_usernames: ["alice"] }, selected_teams: { selected_teams: ["x"] } };
    for (const [path, body] of Object.entries(bodies)) {
      for (const method of ["POST", "DELETE"]) {
        const response = await requestJson(emulator, `${method} /orgs/${org}/copilot/billing/${path}`, body);
        expect(response).toMatchObject({ status: 422, body: { message: expect.stringMatching(reason) } });
      }
    }
  });

  test("without Copilot has no billing or seats", async ({ emulator }) => {
    expect((await requestJson(emulator, "GET /orgs/none/copilot/billing")).status).toBe(404);
    expect((await requestJson(emulator, "GET /orgs/none/copilot/billing/seats")).status).toBe(404);
    expect((await requestJson(emulator, "GET /orgs/none/members/alice/copilot")).status).toBe(422);
  });
});

describe("requests", () => {
  test("with unknown users, non-members or unknown teams are rejected", async ({ emulator }) => {
    for (const method of ["POST", "DELETE"]) {
      const send = (path: string, body: object) => requestJson(emulator, `${method} ${PATH}/${path}`, body);
      expect((await send("selected_users", { selected_usernames: ["bob", "unknown-user"] })).status).toBe(404);
      expect((await send("selected_users", { selected_usernames: ["acme"] })).status).toBe(404);
      expect(await send("selected_users", { selected_usernames: ["bob", "mallory"] })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "selected_usernames" }] },
      });
      expect((await send("selected_teams", { selected_teams: ["makers", "nothing"] })).status).toBe(404);
      expect((await send("selected_teams", { selected_teams: [] })).status).toBe(422);
      expect((await send("selected_users", {})).status).toBe(422);
    }
    expect(await seats(emulator)).toEqual({ alice: [null, null] });
    for (const login of ["bob", "mallory", "unknown-user"]) {
      expect((await requestJson(emulator, `GET /orgs/acme/members/${login}/copilot`)).status).toBe(404);
    }
  });

  test.for([
    ["alice", 200, 201],
    ["bills", 200, 201],
    ["administration", 200, 201],
    ["seats", 200, 201],
    ["installation", 200, 201],
    ["reads-org", 200, 403],
    ["seats-read", 200, 403],
    ["other", 403, 403],
    ["scopeless", 403, 403],
    ["bob", 403, 403],
    ["mallory", 403, 403],
  ] as const)("are allowed according to the token: %s", async ([token, read, write], { emulator }) => {
    for (const path of [PATH, `${PATH}/seats`, "/orgs/acme/members/alice/copilot"]) {
      expect((await requestJson(emulator, `GET ${path}`, undefined, token)).status).toBe(read);
    }
    const cancelled = write === 201 ? 200 : write;
    const body = { selected_usernames: ["bob"], selected_teams: ["makers"] };
    for (const path of ["selected_users", "selected_teams"]) {
      expect((await requestJson(emulator, `POST ${PATH}/${path}`, body, token)).status).toBe(write);
      expect((await requestJson(emulator, `DELETE ${PATH}/${path}`, body, token)).status).toBe(cancelled);
    }
  });
});

plainTest(
  "keeps seats and counts consistent across random assignments and cancellations",
  async () => {
    const emulator = await startEmulator({ seed, now: () => new Date(NOW) });
    const members: Readonly<Record<string, readonly string[]>> = { makers: ["bob", "carol", "dan"], menders: ["dan"] };
    const step = fc.record({
      action: fc.constantFrom("assign", "cancel"),
      target: fc.oneof(
        fc.record({ users: fc.subarray(["alice", "bob", "carol", "dan"], { minLength: 1 }) }),
        fc.record({ teams: fc.subarray(["makers", "menders"], { minLength: 1 }) }),
      ),
    });
    try {
      await fc.assert(
        fc
          .asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
            const call = alice(emulator);
            // Model: whether each user's or team's assigned seat is uncancelled.
            const assigned = new Map([["alice", true]]);
            const uncancelled = () => {
              const found = new Set<string>();
              for (const [name, isUncancelled] of assigned)
                if (isUncancelled) for (const login of members[name] ?? [name]) found.add(login);
              return found;
            };
            for (const { action, target } of steps) {
              const before = uncancelled();
              const names = "users" in target ? target.users : target.teams;
              const isTeams = "teams" in target;
              if (action === "assign") {
                for (const name of names) assigned.set(name, true);
                const created = [...uncancelled()].filter((login) => !before.has(login)).length;
                const response = isTeams
                  ? call(addAssistantSeatsForTeams, teams(...names))
                  : call(addAssistantSeatsForUsers, users(...names));
                expect(await response).toEqual({ seats_created: created });
                continue;
              }
              const isRefused = !isTeams && names.some((name) => before.has(name) && assigned.get(name) !== true);
              if (!isRefused) for (const name of names) if (assigned.has(name)) assigned.set(name, false);
              const cancelled = [...before].filter((login) => !uncancelled().has(login)).length;
              const response = isTeams
                ? call(cancelAssistantSeatsForTeams, teams(...names))
                : call(cancelAssistantSeatsForUsers, users(...names));
              if (isRefused) await expect(response).rejects.toMatchObject({ status: 422 });
              else expect(await response).toEqual({ seats_cancelled: cancelled });
            }
            const current = Object.entries(await seats(emulator));
            expect(current.flatMap(([login, [, ends]]) => (ends === null ? [login] : []))).toEqual(
              [...uncancelled()].sort(),
            );
            expect(await breakdown(emulator)).toMatchObject({
              total: current.length,
              pending_cancellation: current.length - uncancelled().size,
            });
          })
          .beforeEach(async () => {
            await emulator.control.reset();
          }),
        { numRuns: pickSize(8, 25) },
      );
    } finally {
      await emulator.stop();
    }
  },
  30_000,
);
