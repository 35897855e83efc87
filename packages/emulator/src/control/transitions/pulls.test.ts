import { getContents, getPullRequest, putContents } from "@forgehand/core/operations";
import { describe, expect, test } from "vitest";
import type { PullRequestTransition } from "../../public.ts";
import { type Listening, startListening } from "../listening.fixture.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };
const REPOSITORY = "acme/widgets";

/** Something becomes of a pull request of acme/widgets. */
function become(
  { emulator }: Listening,
  pull: number,
  to: PullRequestTransition["to"],
  more: Partial<PullRequestTransition> = {},
) {
  emulator.control.transition({ repository: REPOSITORY, pull, to, ...more });
}

const text = async (service: Listening, path: string, ref = "main") => {
  const file = await service.client("bob").call(getContents, { ...WIDGETS, path, ref });
  return "content" in file ? Buffer.from(String(file.content), "base64").toString() : "";
};

test.for(["github", "svc"] as const)("a pull request is merged: its base moves (%s)", async (dialect) => {
  await using service = await startListening({ dialect });
  const bob = service.client("bob");
  const before = await bob.call(getPullRequest, { ...WIDGETS, pull_number: 3 });
  expect(before).toMatchObject({ state: "open", merged: false, mergeable: true, commits: 2 });
  become(service, 3, "merged");
  const after = await bob.call(getPullRequest, { ...WIDGETS, pull_number: 3 });
  expect(after).toMatchObject({
    ...{ state: "closed", merged: true, merged_by: { login: "alice" }, merged_at: "2026-02-02T12:00:00Z" },
    // What it brought is told as before.
    ...{ commits: 2, changed_files: 2, head: { sha: before.head.sha }, base: { sha: before.base.sha } },
  });
  // Both sides' lines, and the file that is new.
  expect(await text(service, "lines.txt")).toBe("one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
  expect(await text(service, "round.md")).toBe("Round.\n");
  const told = await service.told(REPOSITORY);
  // The other one that brought the same commits is merged by that.
  expect(told.map(({ event }) => event)).toEqual(["push", "pull_request closed", "pull_request closed"]);
  const [push, closed, other] = told;
  expect(push?.payload).toMatchObject({
    ...{ ref: "refs/heads/main", before: before.base.sha, after: after.merge_commit_sha, sender: { login: "alice" } },
    head_commit: {
      message: "Merge pull request #3 from acme/round\n\nRound the corners",
      ...{
        author: { name: "Alice Archer", email: "alice@acme.example" },
        added: ["round.md"],
        modified: ["lines.txt"],
      },
    },
  });
  expect(Object(push?.payload).commits).toHaveLength(3);
  expect(closed?.payload).toMatchObject({
    number: 3,
    pull_request: { merged: true, merge_commit_sha: after.merge_commit_sha, merged_by: { login: "alice" } },
  });
  expect(other?.payload).toMatchObject({ number: 9, pull_request: { merged: true } });
  expect(() => become(service, 3, "open")).toThrow(
    new RangeError("Pull request 3 of acme/widgets was merged: a merged one can't be opened again."),
  );
  expect(() => become(service, 3, "merged")).toThrow(RangeError);
  expect(await service.told()).toEqual([]);
});

describe("merging", () => {
  test("squashes where that is wanted, by who is said to", async () => {
    await using service = await startListening();
    become(service, 3, "merged", { method: "squash", by: "carol" });
    const [push, closed] = await service.told(REPOSITORY);
    expect(push?.payload).toMatchObject({
      sender: { login: "carol" },
      commits: [{ message: "Round the corners (#3)\n\n* Round it\n\n* Say nine\n\nIt is nine." }],
      head_commit: { author: { name: "bob" }, committer: { name: "carol" } },
    });
    expect(closed?.payload).toMatchObject({ number: 3, pull_request: { merged: true, merged_by: { login: "carol" } } });
    expect(await text(service, "lines.txt")).toBe("one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
    // What brought the same commits still does.
    const other = await service.client("bob").call(getPullRequest, { ...WIDGETS, pull_number: 9 });
    expect(other).toMatchObject({ state: "open", commits: 2 });
  });

  test("rebases where a repository takes nothing else", async () => {
    await using service = await startListening({}, { allow_merge_commit: false, allow_squash_merge: false });
    expect(() => become(service, 3, "merged", { method: "merge" })).toThrow(
      new RangeError("widgets takes no pull requests by merge."),
    );
    become(service, 3, "merged");
    const [push] = await service.told(REPOSITORY);
    expect(push?.payload).toMatchObject({
      commits: [
        { message: "Round it", added: ["round.md"], author: { name: "bob" }, committer: { name: "Alice Archer" } },
        { message: "Say nine\n\nIt is nine.", modified: ["lines.txt"] },
      ],
    });
    expect(await text(service, "lines.txt")).toBe("one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
  });

  test("says what the repository wants said", async () => {
    await using service = await startListening({}, { merge_commit_title: "PR_TITLE", merge_commit_message: "PR_BODY" });
    become(service, 3, "merged");
    const [push] = await service.told(REPOSITORY);
    expect(push?.payload).toMatchObject({ head_commit: { message: "Round the corners (#3)\n\nFor thumbs." } });
  });

  test("takes the branch away where the repository wants that, and leads elsewhere what was to go into it", async () => {
    await using service = await startListening({}, { delete_branch_on_merge: true });
    const head = (await service.client("bob").call(getPullRequest, { ...WIDGETS, pull_number: 3 })).head.sha;
    become(service, 3, "merged", { method: "squash" });
    const told = await service.told(REPOSITORY);
    expect(told.map(({ event, payload }) => `${event} ${payload["number"] ?? payload["ref"]}`)).toEqual([
      ...["push refs/heads/main", "pull_request closed 3"],
      ...["pull_request closed 9", "pull_request edited 8", "delete round", "push refs/heads/round"],
    ]);
    expect(told.at(-1)?.payload).toMatchObject({
      deleted: true,
      before: head,
      after: "0".repeat(40),
      head_commit: null,
    });
    expect(told.at(-3)?.payload).toMatchObject({
      changes: { base: { ref: { from: "round" }, sha: { from: head } } },
      pull_request: { base: { ref: "main" } },
    });
    await expect(text(service, "round.md", "round")).rejects.toMatchObject({ status: 404 });
    expect(() => become(service, 9, "open")).toThrow(
      new RangeError("Pull request 9 of acme/widgets can't be opened again: there is no branch round any more."),
    );
  });

  test("takes over what a fork has", async () => {
    await using service = await startListening();
    become(service, 6, "merged", { by: "bob" });
    expect(await text(service, "afar.md")).toBe("Afar.\n");
    const [push] = await service.told(REPOSITORY);
    expect(push?.payload).toMatchObject({
      head_commit: { message: "Merge pull request #6 from mallory/afar\n\nFrom afar" },
    });
  });

  test("changes the state alone where there are no contents", async () => {
    await using service = await startListening();
    become(service, 7, "merged");
    const told = await service.told(REPOSITORY);
    expect(told).toMatchObject([{ event: "pull_request closed", payload: { pull_request: { merged: true } } }]);
  });

  test("needs somebody's help where both sides changed the same, and then nothing happens", async () => {
    await using service = await startListening();
    expect(() => become(service, 4, "merged")).toThrow(
      new RangeError("Pull request 4 can't be merged: it changes what main changed too."),
    );
    expect(() => become(service, 4, "merged", { method: "rebase" })).toThrow(RangeError);
    expect(await service.client("bob").call(getPullRequest, { ...WIDGETS, pull_number: 4 })).toMatchObject({
      ...{ state: "open", merged: false, mergeable: false },
    });
    expect(await service.told()).toEqual([]);
  });
});

test("a pull request is closed, and stays where it is until it is opened again", async () => {
  await using service = await startListening();
  const bob = service.client("bob");
  const shown = () => bob.call(getPullRequest, { ...WIDGETS, pull_number: 4 });
  const before = await shown();
  become(service, 4, "closed", { by: "bob" });
  await bob.call(putContents, { ...WIDGETS, path: "more.md", message: "More", content: "", branch: "clash" });
  const closed = await shown();
  expect(closed).toMatchObject({
    ...{ state: "closed", merged: false, closed_at: "2026-02-02T12:00:00Z", head: { sha: before.head.sha } },
  });
  become(service, 4, "open");
  const open = await shown();
  expect(open).toMatchObject({ state: "open", closed_at: null, commits: 2 });
  expect(open.head.sha).not.toBe(before.head.sha);
  const told = await service.told("org");
  expect(told.map(({ event, payload }) => `${event} ${payload.sender?.login}`)).toEqual([
    ...["pull_request closed bob", "push bob", "pull_request reopened alice"],
  ]);
  expect(told[0]?.payload).toMatchObject({ number: 4, pull_request: { state: "closed", merged: false } });
  expect(told[2]?.payload).toMatchObject({ number: 4, pull_request: { state: "open", mergeable: false } });
});

test("a pull request becomes a draft, and ready", async () => {
  await using service = await startListening();
  become(service, 4, "draft");
  become(service, 5, "ready");
  expect(await service.told("app")).toMatchObject([
    { event: "pull_request converted_to_draft", payload: { number: 4, pull_request: { draft: true } } },
    { event: "pull_request ready_for_review", payload: { number: 5, pull_request: { draft: false } } },
  ]);
});

test("what may not be is refused in a sentence, and nobody is told", async () => {
  await using service = await startListening();
  const refused = (pull: number, to: PullRequestTransition["to"], more?: Partial<PullRequestTransition>) => {
    let message = "nothing was thrown";
    try {
      become(service, pull, to, more);
    } catch (error) {
      message = error instanceof RangeError ? error.message : `no RangeError: ${error}`;
    }
    return message;
  };
  expect([
    refused(1, "closed"),
    refused(3, "open"),
    refused(5, "merged"),
    refused(5, "draft"),
    refused(4, "ready"),
    refused(4, "closed", { by: "nobody" }),
    refused(4, "closed", { by: "acme" }),
    refused(4, "closed", { repository: "acme/nothing" }),
    refused(4, "closed", { repository: "acme/old" }),
  ]).toEqual([
    "acme/widgets has no pull request 1.",
    "Pull request 3 of acme/widgets is open already.",
    "Pull request 5 of acme/widgets is a draft: make it ready before it is merged.",
    "Pull request 5 of acme/widgets is a draft already.",
    "Pull request 4 of acme/widgets is ready already.",
    'There is no user "nobody".',
    'There is no user "acme".',
    'There is no repository "acme/nothing".',
    "acme/old was archived, and so is read-only.",
  ]);
  expect(await service.told()).toEqual([]);
  become(service, 9, "closed");
  expect(refused(9, "closed")).toBe("Pull request 9 of acme/widgets is closed already.");
  expect(refused(9, "merged")).toBe("Pull request 9 of acme/widgets is closed: open it first.");
  expect(refused(9, "open")).toBe(
    "Pull request 9 of acme/widgets can't be opened again: 3 brings the same branch there.",
  );
});
