import { createServer } from "node:http";
import { deleteContents, getContents, putContents } from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import { as, base64, SEED, SITE } from "../resources/repository/contents.fixture.ts";

test("A write tells webhooks what came to the branch.", async () => {
  const got: unknown[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      got.push(JSON.parse(Buffer.concat(parts).toString()));
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
  const hooks = [{ url, content_type: "json", events: ["push"] }];
  const repositories = {
    ...SEED.repositories,
    "acme/site": { ...SEED.repositories["acme/site"], hooks },
    "acme/blank": { hooks },
  };
  const emulator = await startEmulator({ seed: { ...SEED, repositories } });
  try {
    const { call } = as(emulator, "bob");
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
    expect(got).toMatchObject([
      {
        ...{ ref: "refs/heads/main", before, after: first.commit.sha, created: false, deleted: false, forced: false },
        compare: `${emulator.webUrl}/acme/site/compare/${before?.slice(0, 12)}...${first.commit.sha?.slice(0, 12)}`,
        commits: [
          {
            ...{ id: first.commit.sha, tree_id: first.commit.tree?.sha, message: "Add", distinct: true },
            author: { name: "Ann", email: "ann@example.com" },
            committer: { name: "Bob Baker" },
            ...{ added: ["new.txt"], removed: [], modified: [] },
          },
        ],
        head_commit: { id: first.commit.sha },
        ...{ pusher: { name: "Bob Baker" }, sender: { login: "bob" }, repository: { full_name: "acme/site" } },
      },
      { before: first.commit.sha, commits: [{ message: "Change", added: [], modified: ["new.txt"] }] },
      { before: second.commit.sha, commits: [{ message: "Remove", removed: ["new.txt"] }] },
    ]);

    got.length = 0;
    const alice = as(emulator, "alice");
    const blank = { owner: "acme", repo: "blank" };
    await alice.call(putContents, { ...blank, path: "first.txt", message: "First", content: base64("1") });
    await emulator.control.settled();
    expect(got).toMatchObject([{ before: "0".repeat(40), created: true, commits: [{ added: ["first.txt"] }] }]);
    // A write that is refused tells nothing.
    await expect(
      alice.call(putContents, { ...blank, path: "first.txt", message: "m", content: "", sha: "0" }),
    ).rejects.toThrow();
    await emulator.control.settled();
    expect(got).toHaveLength(1);
    expect(await alice.call(getContents, { ...blank, path: "first.txt" })).toMatchObject({ size: 1 });
  } finally {
    await emulator.stop();
    receiver.close();
  }
});
