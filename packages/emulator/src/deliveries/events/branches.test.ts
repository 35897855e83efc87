import { getPullRequest, putContents } from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";
import { base64 } from "../../resources/repository/contents.fixture.ts";

test.for(["github", "svc"] as const)(
  "the first commit creates the branch, with a create event first (%s)",
  async (dialect) => {
    await using service = await startWithWebhooks({ dialect });
    const file = { owner: "acme", repo: "blank", path: "a.txt", message: "First" };
    await service.client("alice").call(putContents, { ...file, content: base64("a") });
    const events = await service.receivedEvents("acme/blank");
    expect(events).toMatchObject([
      {
        event: "create",
        payload: { ref: "main", ref_type: "branch", master_branch: "main", description: null, pusher_type: "user" },
      },
      { event: "push", payload: { ref: "refs/heads/main", created: true } },
    ]);
  },
);

test("a push to the head of open pull requests updates them", async () => {
  await using service = await startWithWebhooks();
  const bob = service.client("bob");
  const pulls = await Promise.all(
    [3, 9].map((pull_number) => bob.call(getPullRequest, { owner: "acme", repo: "widgets", pull_number })),
  );
  service.emulator.control.transition({ repository: "acme/widgets", pull: 9, to: "closed" });
  await service.receivedEvents();
  service.emulator.control.clock.advance(60);
  const file = { owner: "acme", repo: "widgets", path: "more.txt", message: "More", branch: "round" };
  const { commit } = await bob.call(putContents, { ...file, content: base64("more") });
  const events = await service.receivedEvents("acme/widgets");
  // Closed pull requests and those into the branch are not updated.
  expect(events).toMatchObject([
    { event: "push", payload: { ref: "refs/heads/round" } },
    {
      event: "pull_request synchronize",
      payload: {
        number: 3,
        before: pulls[0]?.head.sha,
        after: commit.sha,
        sender: { login: "bob" },
        pull_request: { head: { sha: commit.sha }, commits: 3, updated_at: "2026-02-02T12:01:00Z" },
      },
    },
  ]);
  expect(events).toHaveLength(2);
});

test("a push to a fork's branch updates the pull request in the base repository", async () => {
  await using service = await startWithWebhooks();
  const file = { owner: "mallory", repo: "widgets", path: "more.txt", message: "More", branch: "afar" };
  await service.client("mallory").call(putContents, { ...file, content: base64("more") });
  const events = await service.receivedEvents();
  expect(events.map(({ hookOwner, event }) => `${hookOwner} ${event}`).toSorted()).toEqual([
    "acme/widgets pull_request synchronize",
    "app pull_request synchronize",
    "mallory/widgets push",
    "org pull_request synchronize",
  ]);
});
