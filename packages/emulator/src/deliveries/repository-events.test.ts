import { deleteRepository, updateRepository } from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { as } from "../calling.fixture.ts";
import { startEmulator } from "../emulator.ts";
import { startReceiver } from "./receiver.fixture.ts";

const widgets = { owner: "acme", repo: "widgets" };

test("what becomes of a repository is told, each kind of change by itself", async () => {
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
    const { call } = as(emulator, "alice");
    await call(updateRepository, { ...widgets, has_wiki: false });
    await call(updateRepository, { ...widgets, name: "gadgets", description: "Square" });
    const gadgets = { owner: "acme", repo: "gadgets" };
    await call(updateRepository, { ...gadgets, private: true });
    await call(updateRepository, { ...gadgets, private: false });
    await call(updateRepository, { ...gadgets, archived: true });
    await call(updateRepository, { ...gadgets, archived: false });
    await emulator.control.settled();
    // The repository's webhook and its organization's get each.
    const told = receiver.received.map(({ headers, payload }) => ({
      event: headers["x-github-event"],
      ...Object(payload),
    }));
    const actions = ["renamed", "edited", "privatized", "publicized", undefined, "archived", "unarchived"];
    expect(told.map(({ action }) => action).toSorted()).toEqual([...actions, ...actions].toSorted());
    expect(told.find(({ action }) => action === "renamed")).toMatchObject({
      changes: { repository: { name: { from: "widgets" } } },
      repository: { full_name: "acme/gadgets" },
      sender: { login: "alice" },
    });
    expect(told.find(({ action }) => action === "edited")).toMatchObject({
      changes: { description: { from: "Round" } },
    });
    expect(told.filter(({ event }) => event === "public")).toHaveLength(2);

    await call(deleteRepository, gadgets);
    await emulator.control.settled();
    // Its own webhook is gone with it.
    expect(receiver.received.slice(told.length).map(({ payload }) => payload)).toMatchObject([
      { action: "deleted", repository: { full_name: "acme/gadgets" }, organization: { login: "acme" } },
    ]);
  } finally {
    await emulator.stop();
  }
});
