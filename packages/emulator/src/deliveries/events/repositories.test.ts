import {
  createRepositoryAdvisory,
  deleteRepository,
  updateRepository,
  updateRepositoryAdvisory,
} from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import { clientFor } from "../../requests.fixture.ts";
import { startReceiver } from "../receiver.fixture.ts";

const widgets = { owner: "acme", repo: "widgets" };

test("emits an event for each kind of repository change", async () => {
  await using receiver = await startReceiver();
  const hooks = [{ url: receiver.url, content_type: "json", events: ["repository", "public"] }];
  const seed = {
    users: { alice: {} },
    organizations: { acme: { members: { alice: "owner" }, hooks } },
    repositories: { "acme/widgets": { description: "Round", hooks } },
    tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo", "delete_repo"] } },
  };
  const emulator = await startEmulator({ seed });
  try {
    const { call } = clientFor(emulator, "alice");
    await call(updateRepository, { ...widgets, has_wiki: false });
    await call(updateRepository, { ...widgets, name: "gadgets", description: "Square" });
    const gadgets = { owner: "acme", repo: "gadgets" };
    await call(updateRepository, { ...gadgets, private: true });
    await call(updateRepository, { ...gadgets, private: false });
    await call(updateRepository, { ...gadgets, archived: true });
    await call(updateRepository, { ...gadgets, archived: false });
    await emulator.control.settled();
    // Received by the repository's webhook and its organization's.
    const events = receiver.received.map(({ headers, payload }) => ({
      event: headers["x-github-event"],
      ...Object(payload),
    }));
    const actions = ["renamed", "edited", "privatized", "publicized", undefined, "archived", "unarchived"];
    expect(events.map(({ action }) => action).toSorted()).toEqual([...actions, ...actions].toSorted());
    expect(events.find(({ action }) => action === "renamed")).toMatchObject({
      changes: { repository: { name: { from: "widgets" } } },
      repository: { full_name: "acme/gadgets" },
      sender: { login: "alice" },
    });
    expect(events.find(({ action }) => action === "edited")).toMatchObject({
      changes: { description: { from: "Round" } },
    });
    expect(events.filter(({ event }) => event === "public")).toHaveLength(2);

    await call(deleteRepository, gadgets);
    await emulator.control.settled();
    // Its own webhook was deleted with it.
    expect(receiver.received.slice(events.length).map(({ payload }) => payload)).toMatchObject([
      { action: "deleted", repository: { full_name: "acme/gadgets" }, organization: { login: "acme" } },
    ]);
  } finally {
    await emulator.stop();
  }
});

test("emits changed security features with their previous state", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("alice");
  const switched = (status: string) => ({ secret_scanning: { status } });
  await call(updateRepository, { ...widgets, security_and_analysis: switched("enabled") });
  await call(updateRepository, { ...widgets, security_and_analysis: switched("enabled"), description: "Round" });
  await call(updateRepository, { ...widgets, security_and_analysis: switched("disabled") });
  expect(await service.receivedEvents("org")).toMatchObject([
    { event: "security_and_analysis", payload: { changes: { from: { security_and_analysis: {} } } } },
    { event: "repository edited" },
    {
      event: "security_and_analysis",
      payload: {
        changes: { from: { security_and_analysis: switched("enabled") } },
        repository: { security_and_analysis: switched("disabled") },
        sender: { login: "alice" },
      },
    },
  ]);
});

test("deletes the forks of a private repository, with an event for each", async () => {
  await using receiver = await startReceiver();
  const hooks = [{ url: receiver.url, content_type: "json", events: ["repository"] }];
  const seed = {
    users: { alice: {} },
    organizations: { acme: { members: { alice: "owner" } }, forks: { members: { alice: "owner" }, hooks } },
    repositories: {
      "acme/gears": { private: true },
      "forks/gears": { private: true, fork_of: "acme/gears" },
    },
    tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo", "delete_repo"] } },
  };
  const emulator = await startEmulator({ seed });
  try {
    await clientFor(emulator, "alice").call(deleteRepository, { owner: "acme", repo: "gears" });
    await emulator.control.settled();
    expect(receiver.received.map(({ payload }) => payload)).toMatchObject([
      { action: "deleted", repository: { full_name: "forks/gears" }, organization: { login: "forks" } },
    ]);
  } finally {
    await emulator.stop();
  }
});

test("emits a published advisory", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("alice");
  const { svcsa_id } = await call(createRepositoryAdvisory, {
    ...widgets,
    summary: "Cuts",
    description: "It cuts.",
    severity: "low",
    vulnerabilities: [{ package: { ecosystem: "npm", name: "widgets" } }],
  });
  await call(updateRepositoryAdvisory, { ...widgets, svcsa_id, summary: "Scratches" });
  expect(await service.receivedEvents()).toEqual([]);
  await call(updateRepositoryAdvisory, { ...widgets, svcsa_id, state: "published" });
  expect(await service.receivedEvents("acme/widgets")).toMatchObject([
    {
      event: "repository_advisory published",
      payload: { repository_advisory: { summary: "Scratches", publisher: { login: "alice" } } },
    },
  ]);
});
