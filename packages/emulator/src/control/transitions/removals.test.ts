import { describe, expect, test } from "vitest";
import { sendRequest } from "../../requests.fixture.ts";
import { type EmulatorWithWebhooks, startWithWebhooks } from "../webhook-receiver.fixture.ts";

const statusOf = async (service: EmulatorWithWebhooks, route: string, token = "alice") =>
  (await sendRequest(service.emulator, route, token)).status;

test.for(["github", "svc"] as const)("deletes a repository with everything in it (%s)", async (dialect) => {
  await using service = await startWithWebhooks({ dialect });
  const { control } = service.emulator;
  // Events that happened just before are still delivered.
  control.transition({ repository: "acme/widgets", issue: 1, to: "closed" });
  control.transition({ repository: "acme/widgets", to: "deleted", by: "bob" });
  const events = await service.receivedEvents();
  const names = (owner: string) => events.filter((event) => event.hookOwner === owner).map(({ event }) => event);
  expect(names("acme/widgets")).toEqual(["issues closed"]);
  expect(names("org")).toEqual(["issues closed", "repository deleted"]);
  // All apps with access are notified, whether or not they subscribe.
  expect(names("app")).toEqual(["installation_repositories removed"]);
  expect(names("other")).toEqual(["installation_repositories removed"]);
  expect(events.find(({ hookOwner }) => hookOwner === "app")?.payload).toMatchObject({
    installation: { id: 1, app_slug: "helper", account: { login: "acme" } },
    repositories_removed: [{ full_name: "acme/widgets", private: false }],
    repositories_added: [],
    repository_selection: "all",
    requester: null,
    sender: { login: "bob" },
  });
  expect(await statusOf(service, "GET /repos/acme/widgets")).toBe(404);
  // Forks of a public repository stay.
  expect((await sendRequest(service.emulator, "GET /repos/mallory/widgets", "alice")).body).toMatchObject({
    fork: false,
  });
  expect(() => control.transition({ repository: "acme/widgets", to: "deleted" })).toThrow(
    new RangeError('There is no repository "acme/widgets".'),
  );
});

describe("deleted account", () => {
  test("is deleted with everything it owns, and its contributions pass to the ghost user", async () => {
    await using service = await startWithWebhooks();
    const { control } = service.emulator;
    control.review({ repository: "acme/widgets", pull: 3, user: "mallory", state: "commented", body: "Hm." });
    control.transition({ account: "carol", to: "deleted" });
    control.transition({ account: "mallory", to: "deleted" });
    for (const route of ["GET /users/mallory", "GET /repos/mallory/own", "GET /repos/mallory/widgets"]) {
      expect(await statusOf(service, route)).toBe(404);
    }
    expect(await statusOf(service, "GET /repos/acme/widgets", "mallory")).toBe(401);
    const widgets = async (path: string) =>
      (await sendRequest(service.emulator, `GET /repos/acme/widgets${path}`, "alice")).body;
    expect(await widgets("/pulls/5")).toMatchObject({ user: { login: "ghost" } });
    const searchResponse = await sendRequest(service.emulator, "GET /search/issues?q=author:ghost", "alice");
    expect(searchResponse.body).toMatchObject({ total_count: 5 });
    expect(await widgets("/pulls/3/reviews")).toMatchObject([{ user: null, body: "Hm." }]);
    expect(await widgets("/pulls/3/requested_reviewers")).toMatchObject({ users: [], teams: [{ slug: "makers" }] });
    expect(() => control.transition({ repository: "acme/widgets", pull: 6, to: "closed" })).not.toThrow();
    expect(() => control.transition({ repository: "acme/widgets", pull: 6, to: "open" })).toThrow(
      new RangeError("Pull request 6 of acme/widgets can't be reopened: its head repository was deleted."),
    );
  });

  test("is removed from teams, organizations and collaborators", async () => {
    await using service = await startWithWebhooks();
    service.emulator.control.transition({ account: "carol", to: "deleted" });
    const events = await service.receivedEvents("org");
    expect(events.map(({ event }) => event)).toEqual([
      "member removed",
      "membership removed",
      "organization member_removed",
    ]);
    expect(events[0]?.payload).toMatchObject({ member: { login: "carol" }, repository: { full_name: "acme/widgets" } });
    expect(events[1]?.payload).toMatchObject({ team: { slug: "makers" }, member: { login: "carol" }, scope: "team" });
    expect(events[2]?.payload).toMatchObject({
      membership: { user: { login: "carol" }, role: "member", organization_url: expect.stringMatching(/orgs\/acme$/) },
      organization: { login: "acme" },
      sender: { login: "carol" },
    });
  });

  test("loses its stars", async () => {
    await using service = await startWithWebhooks();
    const stars = async () => (await sendRequest(service.emulator, "GET /repos/mallory/own", "alice")).body;
    expect(await stars()).toMatchObject({ stargazers_count: 1 });
    service.emulator.control.transition({ account: "bob", to: "deleted" });
    expect(await stars()).toMatchObject({ stargazers_count: 0, open_issues_count: 1 });
    // A suspended app is notified of its installation's end.
    const events = await service.receivedEvents("other");
    expect(events).toMatchObject([
      {
        event: "installation deleted",
        payload: { installation: { account: { login: "bob" }, suspended_by: { login: "bob" } } },
      },
    ]);
  });

  test("notifies the organization's webhooks and apps, with its own deletion last", async () => {
    await using service = await startWithWebhooks();
    service.emulator.control.transition({ account: "acme", to: "deleted" });
    const events = await service.receivedEvents();
    const names = (owner: string) => events.filter((event) => event.hookOwner === owner).map(({ event }) => event);
    expect(names("org")).toEqual([...Array(5).fill("repository deleted"), "organization deleted"]);
    // Its own app is deleted with it, but is still notified.
    expect(names("app")).toEqual([...Array(5).fill("installation_repositories removed"), "installation deleted"]);
    expect(names("other")).toEqual(names("app"));
    expect(events.find(({ event }) => event === "organization deleted")?.payload).toMatchObject({
      organization: { login: "acme" },
      sender: { login: "alice" },
    });
    expect(await statusOf(service, "GET /orgs/acme")).toBe(404);
    expect(await statusOf(service, "GET /installation/repositories", "helper")).toBe(401);
    // A fork of one of its repositories becomes independent.
    expect((await sendRequest(service.emulator, "GET /repos/mallory/widgets", "mallory")).body).toMatchObject({
      fork: false,
    });
  });

  test("must not leave an organization without an owner", async () => {
    await using service = await startWithWebhooks();
    const { control } = service.emulator;
    expect(() => control.transition({ account: "alice", to: "deleted" })).toThrow(
      new RangeError("alice is the only owner of acme: delete that organization first."),
    );
    control.transition({ account: "acme", to: "deleted" });
    control.transition({ account: "alice", to: "deleted" });
    expect(() => control.transition({ account: "alice", to: "deleted" })).toThrow(
      new RangeError('There is no user or organization "alice".'),
    );
  });
});

test.for(["github", "svc"] as const)("suspends, resumes and deletes an installation (%s)", async (dialect) => {
  await using service = await startWithWebhooks({ dialect });
  const { control } = service.emulator;
  const transition = (to: "suspended" | "active" | "deleted", by?: string) =>
    control.transition({ installation: 1, to, by });
  const repositoriesStatus = () => statusOf(service, "GET /installation/repositories", "helper");
  expect(await repositoriesStatus()).toBe(200);
  expect(() => transition("active")).toThrow(new RangeError("Installation 1 is already active."));
  transition("suspended", "bob");
  expect(await repositoriesStatus()).toBe(403);
  expect(() => transition("suspended")).toThrow(new RangeError("Installation 1 is already suspended."));
  // A suspended app is only notified of changes of its installation.
  control.transition({ repository: "acme/widgets", pull: 4, to: "draft" });
  transition("active");
  expect(await repositoriesStatus()).toBe(200);
  transition("deleted");
  expect(await repositoriesStatus()).toBe(401);
  expect(() => transition("deleted")).toThrow(new RangeError("There is no installation 1."));
  const events = await service.receivedEvents("app");
  expect(events.map(({ event }) => event)).toEqual([
    "installation suspend",
    "installation unsuspend",
    "installation deleted",
  ]);
  const repositories = expect.arrayContaining([expect.objectContaining({ full_name: "acme/gears", private: true })]);
  expect(events[0]?.payload).toMatchObject({
    installation: { id: 1, suspended_by: { login: "bob" }, suspended_at: "2026-02-02T12:00:00Z" },
    repositories,
    sender: { login: "bob" },
    organization: { login: "acme" },
  });
  expect(events[1]?.payload).toMatchObject({ installation: { suspended_by: null, suspended_at: null } });
  expect(getInstallationOf(events[2]?.payload)).toBe(1);
  expect((await service.receivedEvents("other")).map(({ event }) => event)).toEqual([]);
});

const getInstallationOf = (payload: unknown) => Object(Object(payload).installation).id;
