import { listNotifications, updateRepository } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { openBrowser } from "../browser.fixture.ts";

const test = emulatorTest({
  seed: {
    users: { alice: {}, bob: {} },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      bob: { kind: "classic", user: "bob", scopes: "all" },
    },
    repositories: {
      "alice/first": { collaborators: { bob: "push" }, issues: [{ number: 1, title: "One", author: "alice" }] },
      "alice/second": { issues: [{ number: 1, title: "Two", author: "alice" }] },
    },
  },
});

const PATH = "/notifications";

test("shows, filters and marks the user's notifications", async ({ emulator }) => {
  const bob = await openBrowser(emulator, "bob");
  const idle = await bob.see("/alice/first");
  expect(idle.text).toContain('aria-label="You have no unread notifications"');
  const alice = await openBrowser(emulator, "alice");
  await alice.post("/alice/first/issues/1", { body: "@bob look", do: "comment" });
  await alice.post("/alice/second/issues/1", { body: "@bob look", do: "comment" });
  await emulator.control.settled();
  expect((await bob.see("/alice/first")).text).toMatch(
    /href="\/notifications" aria-label="You have unread notifications"/,
  );

  const titles = async (query: string) => {
    const { text } = await bob.see(`${PATH}?query=${encodeURIComponent(query)}`);
    return [...text.matchAll(/href="\/alice\/\w+\/issues\/1[^"]*"\s*>(\w+)</g)].map(([, title]) => title);
  };
  expect((await titles("")).toSorted()).toEqual(["One", "Two"]);
  expect(await titles("repo:alice/first")).toEqual(["One"]);
  expect(await titles("repo:alice/none")).toEqual([]);
  expect((await titles("reason:participating")).length).toBe(2);

  const threads = await clientFor(emulator, "bob").call(listNotifications, {});
  const one = threads.find(({ subject }) => subject.title === "One");
  const marked = await bob.post("/notifications/mark", { thread: one?.id ?? "", return_to: `${PATH}?query=is:unread` });
  expect([marked.status, marked.headers.get("location")]).toEqual([303, `${PATH}?query=is:unread`]);
  expect(await titles("is:unread")).toEqual(["Two"]);
  expect((await titles("")).length).toBe(2);
  await bob.post("/notifications/mark", { thread: "all" });
  expect(await titles("is:unread")).toEqual([]);
});

test("belongs to its user", async ({ emulator }) => {
  const anonymous = await openBrowser(emulator);
  expect((await anonymous.see(PATH)).headers.get("location")).toBe("/login?return_to=%2Fnotifications");
  expect((await anonymous.post("/notifications/mark", { thread: "all" })).status).toBe(403);
  const [alice, bob] = [await openBrowser(emulator, "alice"), await openBrowser(emulator, "bob")];
  await alice.post("/alice/first/issues/1", { body: "@bob look", do: "comment" });
  await emulator.control.settled();
  const threads = await clientFor(emulator, "bob").call(listNotifications, {});
  await alice.post("/notifications/mark", { thread: threads[0]?.id ?? "" });
  expect(threads.map(({ unread }) => unread)).toEqual([true]);
  expect((await bob.see(`${PATH}?query=is:unread`)).text).toContain("notification-unread");
  expect((await bob.post("/notifications/mark", { thread: "all" }, { "sec-fetch-site": "cross-site" })).status).toBe(
    403,
  );
});

test("hides notifications of a repository that became private", async ({ emulator }) => {
  const [alice, bob] = [await openBrowser(emulator, "alice"), await openBrowser(emulator, "bob")];
  await alice.post("/alice/second/issues/1", { body: "@bob look", do: "comment" });
  await emulator.control.settled();
  expect((await bob.see(PATH)).visibleText).toContain("alice/second");
  await clientFor(emulator, "alice").call(updateRepository, { owner: "alice", repo: "second", private: true });
  expect((await bob.see(PATH)).visibleText).not.toContain("alice/second");
  expect((await bob.see(PATH)).text).toContain('aria-label="You have no unread notifications"');
});
