import { describe, expect, test } from "vitest";
import { ask } from "../calling.fixture.ts";
import { type Received, startReceiver } from "../deliveries/receiver.fixture.ts";
import { startEmulator } from "../emulator.ts";

const now = () => new Date("2024-03-01T12:00:00Z");
const URL = "https://sources.example/x";

/** `create branch main`, `push refs/heads/main`, `repository_import success` */
function line({ headers, payload }: Received): string {
  const { status, ref_type, ref } = Object(payload);
  return [headers["x-github-event"] ?? headers["x-svc-event"], status, ref_type, ref].filter(Boolean).join(" ");
}

/** Imports a source with these tags, and gives what was told by the time that it has ended. */
async function imported(tags: object, dialect: "github" | "svc" = "github") {
  await using receiver = await startReceiver();
  const hooks = [{ url: receiver.url, content_type: "json", events: ["push", "create", "repository_import"] }];
  const commits = [{ message: "Second", files: { "b.txt": "b" } }];
  const sources = { [URL]: { history: { files: { "a.txt": "a" }, commits, tags } } };
  const emulator = await startEmulator({
    ...{ now, dialect },
    seed: {
      users: { alice: {} },
      repositories: { "alice/widgets": { hooks, import: { sources } } },
      tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo"] } },
    },
  });
  try {
    await ask(emulator, "PUT /repos/alice/widgets/import", { vcs_url: URL, vcs: "git" });
    emulator.control.clock.advance(109);
    await emulator.control.settled();
    expect(receiver.received).toEqual([]);
    emulator.control.clock.advance(1);
    await emulator.control.settled();
    return receiver.received;
  } finally {
    await emulator.stop();
  }
}

describe.each(["github", "svc"] as const)("an import that ends (%s)", (dialect) => {
  test("tells of what it pushed, while nobody looks", async () => {
    const received = await imported({ v1: { of: "main", message: "First release" } }, dialect);
    expect(received.map(line)).toEqual([
      ...["create branch main", "push refs/heads/main"],
      ...["create tag v1", "push refs/tags/v1"],
      "repository_import success",
    ]);
    expect(received[1]?.payload).toMatchObject({
      ...{ created: true, before: "0".repeat(40), sender: { login: "alice" } },
      commits: [{ added: ["a.txt"] }, { message: "Second", added: ["b.txt"] }],
    });
    expect(received[3]?.payload).toMatchObject({ created: true, commits: [], head_commit: { message: "Second" } });
  });
});

test("of more than three tags at once nothing is told", async () => {
  const received = await imported({ v1: "main", v2: "main", v3: "main", v4: "main" });
  expect(received.map(line)).toEqual(["create branch main", "push refs/heads/main", "repository_import success"]);
});
