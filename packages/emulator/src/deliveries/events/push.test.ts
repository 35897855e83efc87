import { deleteContents, getContents, putContents } from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { startEmulator } from "../../emulator.ts";
import { clientFor } from "../../requests.fixture.ts";
import { base64, SEED, SITE } from "../../resources/repository/contents.fixture.ts";
import { startReceiver } from "../receiver.fixture.ts";

test("emits the commits that a write adds to the branch", async () => {
  await using receiver = await startReceiver();
  const receivedPayloads = () => receiver.received.map(({ payload }) => payload);
  const hooks = [{ url: receiver.url, content_type: "json", events: ["push"] }];
  const repositories = {
    ...SEED.repositories,
    "acme/site": { ...SEED.repositories["acme/site"], hooks },
    "acme/blank": { hooks },
  };
  const emulator = await startEmulator({ seed: { ...SEED, repositories } });
  try {
    const { call } = clientFor(emulator, "bob");
    const author = { name: "Ann", email: "ann@example.com", date: "2024-05-06T07:08:09+02:00" };
    const first = await call(putContents, { ...SITE, path: "new.txt", message: "Add", content: base64("1"), author });
    const sha = first.content?.sha ?? "";
    const second = await call(putContents, {
      ...SITE,
      path: "new.txt",
      message: "Change",
      content: base64("2"),
      sha,
      branch: "main",
    });
    await call(deleteContents, { ...SITE, path: "new.txt", message: "Remove", sha: second.content?.sha ?? "" });
    await emulator.control.settled();
    const before = first.commit.parents?.[0]?.sha;
    expect(receivedPayloads()).toMatchObject([
      {
        ref: "refs/heads/main",
        before,
        after: first.commit.sha,
        created: false,
        deleted: false,
        forced: false,
        compare: `${emulator.webUrl}/acme/site/compare/${before?.slice(0, 12)}...${first.commit.sha?.slice(0, 12)}`,
        commits: [
          {
            id: first.commit.sha,
            tree_id: first.commit.tree?.sha,
            message: "Add",
            distinct: true,
            author: { name: "Ann", email: "ann@example.com" },
            committer: { name: "Bob Baker" },
            added: ["new.txt"],
            removed: [],
            modified: [],
          },
        ],
        head_commit: { id: first.commit.sha },
        pusher: { name: "Bob Baker" },
        sender: { login: "bob" },
        repository: { full_name: "acme/site" },
      },
      { before: first.commit.sha, commits: [{ message: "Change", added: [], modified: ["new.txt"] }] },
      { before: second.commit.sha, commits: [{ message: "Remove", removed: ["new.txt"] }] },
    ]);

    const alice = clientFor(emulator, "alice");
    const blank = { owner: "acme", repo: "blank" };
    await alice.call(putContents, { ...blank, path: "first.txt", message: "First", content: base64("1") });
    await emulator.control.settled();
    expect(receivedPayloads().slice(3)).toMatchObject([
      { before: "0".repeat(40), created: true, commits: [{ added: ["first.txt"] }] },
    ]);
    // A rejected write emits nothing.
    await expect(
      alice.call(putContents, { ...blank, path: "first.txt", message: "m", content: "", sha: "0" }),
    ).rejects.toThrow();
    await emulator.control.settled();
    expect(receivedPayloads()).toHaveLength(4);
    expect(await alice.call(getContents, { ...blank, path: "first.txt" })).toMatchObject({ size: 1 });
  } finally {
    await emulator.stop();
  }
});
