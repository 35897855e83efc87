import { getContents, getPullRequest, putContents } from "@forgehand/core/operations";
import { describe, expect, test } from "vitest";
import type { PullRequestTransition } from "../../public.ts";
import { type EmulatorWithWebhooks, startWithWebhooks } from "../webhook-receiver.fixture.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };
const REPOSITORY = "acme/widgets";

/** Applies a transition to a pull request of acme/widgets. */
function transition(
  { emulator }: EmulatorWithWebhooks,
  pull: number,
  to: PullRequestTransition["to"],
  fields: Partial<PullRequestTransition> = {},
) {
  emulator.control.transition({ repository: REPOSITORY, pull, to, ...fields });
}

const text = async (service: EmulatorWithWebhooks, path: string, ref = "main") => {
  const file = await service.client("bob").call(getContents, { ...WIDGETS, path, ref });
  return "content" in file ? Buffer.from(String(file.content), "base64").toString() : "";
};

test.for(["github", "svc"] as const)("merges a pull request and updates its base branch (%s)", async (dialect) => {
  await using service = await startWithWebhooks({ dialect });
  const bob = service.client("bob");
  const before = await bob.call(getPullRequest, { ...WIDGETS, pull_number: 3 });
  expect(before).toMatchObject({ state: "open", merged: false, mergeable: true, commits: 2 });
  transition(service, 3, "merged");
  // The newest API version no longer has the commit.
  const after = await bob.call(getPullRequest, { ...WIDGETS, pull_number: 3 }, { version: "2022-11-28" });
  expect(after).toMatchObject({
    state: "closed",
    merged: true,
    merge_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
    merged_by: { login: "alice" },
    merged_at: "2026-02-02T12:00:00Z",
    // A merged pull request still shows the commits of its branch.
    commits: 2,
    changed_files: 2,
    head: { sha: before.head.sha },
    base: { sha: before.base.sha },
  });
  // The changes of both sides, and the new file.
  expect(await text(service, "lines.txt")).toBe("one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
  expect(await text(service, "round.md")).toBe("Round.\n");
  const events = await service.receivedEvents(REPOSITORY);
  // The other pull request with the same commits is merged, too.
  expect(events.map(({ event }) => event)).toEqual(["push", "pull_request closed", "pull_request closed"]);
  const [push, closed, other] = events;
  expect(push?.payload).toMatchObject({
    ref: "refs/heads/main",
    before: before.base.sha,
    after: after.merge_commit_sha,
    sender: { login: "alice" },
    head_commit: {
      message: "Merge pull request #3 from acme/round\n\nRound the corners",
      author: { name: "Alice Archer", email: "alice@acme.example" },
      added: ["round.md"],
      modified: ["lines.txt"],
    },
  });
  expect(Object(push?.payload).commits).toHaveLength(3);
  expect(closed?.payload).toMatchObject({
    number: 3,
    pull_request: { merged: true, merge_commit_sha: after.merge_commit_sha, merged_by: { login: "alice" } },
  });
  expect(other?.payload).toMatchObject({ number: 9, pull_request: { merged: true } });
  expect(() => transition(service, 3, "open")).toThrow(
    new RangeError("Pull request 3 of acme/widgets was merged and can't be reopened."),
  );
  expect(() => transition(service, 3, "merged")).toThrow(RangeError);
  expect(await service.receivedEvents()).toEqual([]);
});

describe("merge", () => {
  test("squashes on request, by the given user", async () => {
    await using service = await startWithWebhooks();
    transition(service, 3, "merged", { method: "squash", by: "carol" });
    const [push, closed] = await service.receivedEvents(REPOSITORY);
    expect(push?.payload).toMatchObject({
      sender: { login: "carol" },
      commits: [{ message: "Round the corners (#3)\n\n* Round it\n\n* Say nine\n\nIt is nine." }],
      head_commit: { author: { name: "bob" }, committer: { name: "carol" } },
    });
    expect(closed?.payload).toMatchObject({ number: 3, pull_request: { merged: true, merged_by: { login: "carol" } } });
    expect(await text(service, "lines.txt")).toBe("one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
    // The other pull request with the same commits stays open.
    const other = await service.client("bob").call(getPullRequest, { ...WIDGETS, pull_number: 9 });
    expect(other).toMatchObject({ state: "open", commits: 2 });
  });

  test("rebases if the repository allows nothing else", async () => {
    await using service = await startWithWebhooks({}, { allow_merge_commit: false, allow_squash_merge: false });
    expect(() => transition(service, 3, "merged", { method: "merge" })).toThrow(
      new RangeError("The merge method must be rebase in widgets, got merge."),
    );
    transition(service, 3, "merged");
    const [push] = await service.receivedEvents(REPOSITORY);
    expect(push?.payload).toMatchObject({
      commits: [
        { message: "Round it", added: ["round.md"], author: { name: "bob" }, committer: { name: "Alice Archer" } },
        { message: "Say nine\n\nIt is nine.", modified: ["lines.txt"] },
      ],
    });
    expect(await text(service, "lines.txt")).toBe("one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
  });

  test("uses the repository's commit message settings", async () => {
    await using service = await startWithWebhooks(
      {},
      { merge_commit_title: "PR_TITLE", merge_commit_message: "PR_BODY" },
    );
    transition(service, 3, "merged");
    const [push] = await service.receivedEvents(REPOSITORY);
    expect(push?.payload).toMatchObject({ head_commit: { message: "Round the corners (#3)\n\nFor thumbs." } });
  });

  test("deletes the branch if configured, and retargets pull requests into it", async () => {
    await using service = await startWithWebhooks({}, { delete_branch_on_merge: true });
    const head = (await service.client("bob").call(getPullRequest, { ...WIDGETS, pull_number: 3 })).head.sha;
    transition(service, 3, "merged", { method: "squash" });
    const events = await service.receivedEvents(REPOSITORY);
    expect(events.map(({ event, payload }) => `${event} ${payload["number"] ?? payload["ref"]}`)).toEqual([
      "push refs/heads/main",
      "pull_request closed 3",
      "pull_request closed 9",
      "pull_request edited 8",
      "delete round",
      "push refs/heads/round",
    ]);
    expect(events.at(-1)?.payload).toMatchObject({
      deleted: true,
      before: head,
      after: "0".repeat(40),
      head_commit: null,
    });
    expect(events.at(-3)?.payload).toMatchObject({
      changes: { base: { ref: { from: "round" }, sha: { from: head } } },
      pull_request: { base: { ref: "main" } },
    });
    await expect(text(service, "round.md", "round")).rejects.toMatchObject({ status: 404 });
    expect(() => transition(service, 9, "open")).toThrow(
      new RangeError("Pull request 9 of acme/widgets can't be reopened: the branch round was deleted."),
    );
  });

  test("merges commits of a fork", async () => {
    await using service = await startWithWebhooks();
    transition(service, 6, "merged", { by: "bob" });
    expect(await text(service, "afar.md")).toBe("Afar.\n");
    const [push] = await service.receivedEvents(REPOSITORY);
    expect(push?.payload).toMatchObject({
      head_commit: { message: "Merge pull request #6 from mallory/afar\n\nFrom afar" },
    });
  });

  test("only changes the state if there are no commits", async () => {
    await using service = await startWithWebhooks();
    transition(service, 7, "merged");
    const events = await service.receivedEvents(REPOSITORY);
    expect(events).toMatchObject([{ event: "pull_request closed", payload: { pull_request: { merged: true } } }]);
  });

  test("fails on conflicts without effects", async () => {
    await using service = await startWithWebhooks();
    expect(() => transition(service, 4, "merged")).toThrow(
      new RangeError("Pull request 4 can't be merged: it conflicts with main."),
    );
    expect(() => transition(service, 4, "merged", { method: "rebase" })).toThrow(RangeError);
    expect(await service.client("bob").call(getPullRequest, { ...WIDGETS, pull_number: 4 })).toMatchObject({
      state: "open",
      merged: false,
      mergeable: false,
    });
    expect(await service.receivedEvents()).toEqual([]);
  });
});

test("closes a pull request, keeping its commits until it is reopened", async () => {
  await using service = await startWithWebhooks();
  const bob = service.client("bob");
  const readPull = () => bob.call(getPullRequest, { ...WIDGETS, pull_number: 4 });
  const before = await readPull();
  transition(service, 4, "closed", { by: "bob" });
  await bob.call(putContents, { ...WIDGETS, path: "more.md", message: "More", content: "", branch: "clash" });
  const closed = await readPull();
  expect(closed).toMatchObject({
    state: "closed",
    merged: false,
    closed_at: "2026-02-02T12:00:00Z",
    head: { sha: before.head.sha },
  });
  transition(service, 4, "open");
  const open = await readPull();
  expect(open).toMatchObject({ state: "open", closed_at: null, commits: 2 });
  expect(open.head.sha).not.toBe(before.head.sha);
  const events = await service.receivedEvents("org");
  expect(events.map(({ event, payload }) => `${event} ${payload.sender?.login}`)).toEqual([
    "pull_request closed bob",
    "push bob",
    "pull_request reopened alice",
  ]);
  expect(events[0]?.payload).toMatchObject({ number: 4, pull_request: { state: "closed", merged: false } });
  expect(events[2]?.payload).toMatchObject({ number: 4, pull_request: { state: "open", mergeable: false } });
});

test("converts a pull request to a draft and back", async () => {
  await using service = await startWithWebhooks();
  transition(service, 4, "draft");
  transition(service, 5, "ready");
  expect(await service.receivedEvents("app")).toMatchObject([
    { event: "pull_request converted_to_draft", payload: { number: 4, pull_request: { draft: true } } },
    { event: "pull_request ready_for_review", payload: { number: 5, pull_request: { draft: false } } },
  ]);
});

test("rejects impossible transitions without events", async () => {
  await using service = await startWithWebhooks();
  const errorMessageOf = (pull: number, to: PullRequestTransition["to"], fields?: Partial<PullRequestTransition>) => {
    let message = "nothing was thrown";
    try {
      transition(service, pull, to, fields);
    } catch (error) {
      message = error instanceof RangeError ? error.message : `no RangeError: ${error}`;
    }
    return message;
  };
  expect([
    errorMessageOf(1, "closed"),
    errorMessageOf(3, "open"),
    errorMessageOf(5, "merged"),
    errorMessageOf(5, "draft"),
    errorMessageOf(4, "ready"),
    errorMessageOf(4, "closed", { by: "unknown-user" }),
    errorMessageOf(4, "closed", { by: "acme" }),
    errorMessageOf(4, "closed", { repository: "acme/nothing" }),
    errorMessageOf(4, "closed", { repository: "acme/old" }),
  ]).toEqual([
    "acme/widgets has no pull request 1.",
    "Pull request 3 of acme/widgets is already open.",
    "Pull request 5 of acme/widgets is a draft: mark it as ready before merging.",
    "Pull request 5 of acme/widgets is already a draft.",
    "Pull request 4 of acme/widgets is already ready.",
    'There is no user "unknown-user".',
    'There is no user "acme".',
    'There is no repository "acme/nothing".',
    "acme/old is archived, and therefore read-only.",
  ]);
  expect(await service.receivedEvents()).toEqual([]);
  transition(service, 9, "closed");
  expect(errorMessageOf(9, "closed")).toBe("Pull request 9 of acme/widgets is already closed.");
  expect(errorMessageOf(9, "merged")).toBe("Pull request 9 of acme/widgets is closed: reopen it first.");
  expect(errorMessageOf(9, "open")).toBe(
    "Pull request 9 of acme/widgets can't be reopened: pull request 3 has the same head and base.",
  );
});
