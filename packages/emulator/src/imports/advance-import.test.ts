import type { DialectName } from "@forgehand/core/dialects";
import { describe, expect, test } from "vitest";
import { type ReceivedDelivery, startReceiver } from "../deliveries/receiver.fixture.ts";
import { startEmulator } from "../emulator.ts";
import { requestJson } from "../requests.fixture.ts";

const now = () => new Date("2024-03-01T12:00:00Z");
const SOURCE_URL = "https://sources.example/x";

/** Formats an event: `create branch main`, `push refs/heads/main`, `repository_import success`. */
function formatEvent({ headers, payload }: ReceivedDelivery): string {
  const { status, ref_type, ref } = Object(payload);
  return [headers["x-github-event"] ?? headers["x-svc-event"], status, ref_type, ref].filter(Boolean).join(" ");
}

/** Imports a source with these tags, and returns the events until its end. */
async function runImport(tags: object, dialect: DialectName = "github") {
  await using receiver = await startReceiver();
  const hooks = [{ url: receiver.url, content_type: "json", events: ["push", "create", "repository_import"] }];
  const commits = [{ message: "Second", files: { "b.txt": "b" } }];
  const sources = { [SOURCE_URL]: { history: { files: { "a.txt": "a" }, commits, tags } } };
  const emulator = await startEmulator({
    now,
    dialect,
    seed: {
      users: { alice: {} },
      repositories: { "alice/widgets": { hooks, import: { sources } } },
      tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo"] } },
    },
  });
  try {
    await requestJson(emulator, "PUT /repos/alice/widgets/import", { vcs_url: SOURCE_URL, vcs: "git" });
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

describe.each(["github", "svc"] as const)("completed import (%s)", (dialect) => {
  test("emits its pushes even if nothing reads the state", async () => {
    const received = await runImport({ v1: { of: "main", message: "First release" } }, dialect);
    expect(received.map(formatEvent)).toEqual([
      "create branch main",
      "push refs/heads/main",
      "create tag v1",
      "push refs/tags/v1",
      "repository_import success",
    ]);
    expect(received[1]?.payload).toMatchObject({
      created: true,
      before: "0".repeat(40),
      sender: { login: "alice" },
      commits: [{ added: ["a.txt"] }, { message: "Second", added: ["b.txt"] }],
    });
    expect(received[3]?.payload).toMatchObject({ created: true, commits: [], head_commit: { message: "Second" } });
  });
});

test("emits no events for tags if an import pushes more than three", async () => {
  const received = await runImport({ v1: "main", v2: "main", v3: "main", v4: "main" });
  expect(received.map(formatEvent)).toEqual([
    "create branch main",
    "push refs/heads/main",
    "repository_import success",
  ]);
});
