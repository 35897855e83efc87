import { describe, expect, expectTypeOf, test } from "vitest";
import { github } from "../../dialect/github.ts";
import { fromWire, toWire } from "../../dialect/translate-declared.ts";
import { received } from "../../webhooks/deliveries.fixture.ts";
import { type Payload, realPayload, replaceFields } from "../../webhooks/real-payload.fixture.ts";
import { payloadSchema } from "./declared-payloads.ts";
import type { EventName } from "./index.ts";
import { installation } from "./installation.ts";

const unexpectedEventError = () => new Error("Unexpected event.");

describe("payload types by event and action", () => {
  test("a completed run has its workflow, branch and head commit", async () => {
    const delivery = await received("workflow_run", realPayload("workflow_run", { action: "completed" }));
    if (!delivery.is("workflow_run", "completed")) throw unexpectedEventError();
    const { action, repository, sender, workflow, workflow_run: run } = delivery.payload;
    expectTypeOf(action).toEqualTypeOf<"completed">();
    expectTypeOf(repository.full_name).toEqualTypeOf<string>();
    expectTypeOf(sender.login).toEqualTypeOf<string>();
    expectTypeOf(workflow?.path).toEqualTypeOf<string | undefined>();
    expectTypeOf(run.id).toEqualTypeOf<number>();
    expectTypeOf(run.head_branch).toEqualTypeOf<string | null>();
    expectTypeOf(run.head_commit.author.email).toEqualTypeOf<string | null>();
    expectTypeOf(run.pull_requests[0]?.number).toEqualTypeOf<number | undefined>();
    expectTypeOf(run.conclusion).toExtend<string | null>();
    expect([repository.full_name, workflow?.path, run.head_branch, run.head_commit.author.name]).toEqual([
      "Codertocat/Hello-World",
      ".github/workflows/syntax.yml",
      "main",
      "Mona Lisa",
    ]);
  });

  test("only a completed job has a conclusion and a completion time", async () => {
    const completed = await received("workflow_job", realPayload("workflow_job", { action: "completed" }));
    if (!completed.is("workflow_job", "completed")) throw unexpectedEventError();
    const { workflow_job: job } = completed.payload;
    expectTypeOf(job.conclusion).toExtend<string>();
    expectTypeOf(job.completed_at).toEqualTypeOf<string>();
    expect([job.conclusion, job.completed_at, job.steps[0]?.conclusion]).toEqual([
      "failure",
      "2021-08-05T10:38:16Z",
      "success",
    ]);

    const running = await received("workflow_job", realPayload("workflow_job", { action: "in_progress" }));
    if (!running.is("workflow_job")) throw unexpectedEventError();
    expectTypeOf(running.payload.workflow_job.conclusion).not.toExtend<string>();
    expectTypeOf(running.payload.workflow_job.labels).toEqualTypeOf<string[]>();
    if (running.payload.action === "completed") {
      expectTypeOf(running.payload.workflow_job.completed_at).toEqualTypeOf<string>();
    }
    expect(running.payload.workflow_job.completed_at).toBeNull();
  });

  test("a renamed repository has its former name", async () => {
    const delivery = await received("repository", realPayload("repository", { action: "renamed" }));
    if (!delivery.is("repository", "renamed")) throw unexpectedEventError();
    expectTypeOf(delivery.payload.changes.repository.name.from).toEqualTypeOf<string>();
    expect(delivery.payload.changes.repository.name.from).toBe("Hello-World");
    expect(delivery.is("repository", "transferred")).toBe(false);
  });

  test("an installation has all fields, its repositories only a few", async () => {
    const delivery = await received("installation", realPayload("installation", { action: "created" }));
    if (!delivery.is("installation")) throw unexpectedEventError();
    const { installation, repositories, repository } = delivery.payload;
    expectTypeOf(installation.permissions["contents"]).toExtend<string | undefined>();
    expectTypeOf(repositories?.[0]?.full_name).toEqualTypeOf<string | undefined>();
    // Seconds since 1970, or an ISO 8601 string.
    expectTypeOf(installation.created_at).toEqualTypeOf<string | number>();
    expect([installation.created_at, repositories?.[0]?.full_name, repository]).toEqual([
      1557933591,
      "Codertocat/Hello-World",
      undefined,
    ]);
  });
});

describe("push events", () => {
  test("a deleted branch has no head commit", async () => {
    const delivery = await received("push", { ...realPayload("push", { deleted: true }), ref: "refs/heads/gone" });
    if (!delivery.is("push")) throw unexpectedEventError();
    const { after, commits, deleted, head_commit, ref, repository } = delivery.payload;
    expectTypeOf(head_commit?.message).toEqualTypeOf<string | undefined>();
    expectTypeOf(commits[0]?.added).toEqualTypeOf<string[] | undefined>();
    expectTypeOf(repository.pushed_at).toEqualTypeOf<string | number | null>();
    expect([delivery.action, ref, deleted, after, head_commit, commits]).toEqual([
      null,
      "refs/heads/gone",
      true,
      "0".repeat(40),
      null,
      [],
    ]);
  });

  test.each([1557933641, "2019-05-15T15:20:41Z"])("times can be numbers or strings: %s", async (time) => {
    const payload = replaceFields(realPayload("push", { created: true }), "repository", {
      created_at: time,
      pushed_at: time,
    });
    expect((await received("push", payload)).payload).toEqual(payload);
  });
});

describe("ping events", () => {
  test("an organization hook's ping has no repository", async () => {
    const delivery = await received("ping", realPayload("ping", { repository: undefined }));
    if (!delivery.is("ping")) throw unexpectedEventError();
    const { hook, hook_id, repository, zen } = delivery.payload;
    expectTypeOf(repository?.full_name).toEqualTypeOf<string | undefined>();
    expectTypeOf(hook_id).toEqualTypeOf<number | undefined>();
    expect([hook?.type, hook_id, repository, zen]).toEqual([
      "Organization",
      109948940,
      undefined,
      "Anything added dilutes everything else.",
    ]);
  });

  test("an app hook's ping has no API URL, and lists events by neutral names", async () => {
    const hook = {
      type: "App",
      id: 7,
      name: "web",
      active: true,
      app_id: 3,
      config: { content_type: "json" },
      created_at: "2026-02-02T12:00:00Z",
      updated_at: "2026-02-02T12:00:00Z",
      events: ["dependabot_alert", "push"],
    };
    const delivery = await received("ping", { zen: "Mind your words.", hook_id: 7, hook });
    if (!delivery.is("ping")) throw unexpectedEventError();
    expect(delivery.payload.hook).toEqual({ ...hook, events: ["updater_alert", "push"] });
  });
});

describe("passes through unknown contents", () => {
  test.each<[title: string, event: EventName, payload: Payload]>([
    ["an action", "workflow_job", { ...realPayload("workflow_job", { action: "queued" }), action: "paused" }],
    ["an action", "team", { ...realPayload("team", { action: "created" }), action: "merged" }],
    [
      "a value",
      "workflow_run",
      replaceFields(realPayload("workflow_run", { action: "completed" }), "workflow_run", {
        status: "lost",
        conclusion: "unclear",
      }),
    ],
    ["a value", "repository_import", { ...realPayload("repository_import", {}), status: "postponed" }],
    [
      "a level",
      "installation",
      replaceFields(realPayload("installation", {}), "installation", { permissions: { brand_new: "brand_new" } }),
    ],
    ["a field", "member", { ...realPayload("member", { action: "added" }), changes: { brand_new: { to: "value" } } }],
  ])("%s of %s", async (_, event, payload) => {
    expect((await received(event, payload)).payload).toEqual(payload);
  });
});

describe("rejects values of the wrong type with their path", () => {
  test.each<[event: EventName, path: string, payload: Payload]>([
    [
      "workflow_job",
      "workflow_job.conclusion",
      replaceFields(realPayload("workflow_job", { action: "completed" }), "workflow_job", { conclusion: null }),
    ],
    [
      "workflow_run",
      "workflow_run.head_commit.id",
      replaceFields(realPayload("workflow_run", {}), "workflow_run", { head_commit: { id: 1 } }),
    ],
    ["push", "commits.0.tree_id", { ...realPayload("push", { created: true }), commits: [{ id: "0" }] }],
    ["push", "repository.pushed_at", replaceFields(realPayload("push", {}), "repository", { pushed_at: true })],
    ["ping", "hook.events", replaceFields(realPayload("ping", {}), "hook", { events: "push" })],
    [
      "installation",
      "installation.created_at",
      replaceFields(realPayload("installation", {}), "installation", { created_at: null }),
    ],
    ["installation", "repositories.0.id", { ...realPayload("installation", {}), repositories: [{ id: "1" }] }],
    [
      "member",
      "changes.old_permission",
      { ...realPayload("member", { action: "edited" }), changes: { old_permission: "write" } },
    ],
    ["organization", "membership.state", replaceFields(realPayload("organization", {}), "membership", { state: 1 })],
    ["team", "team.id", replaceFields(realPayload("team", { action: "created" }), "team", { id: "1" })],
    ["watch", "repository", { ...realPayload("watch", {}), repository: null }],
  ])("%s: %s", async (event, path, payload) => {
    await expect(received(event, payload)).rejects.toMatchObject({
      name: "DeliveryError",
      status: 422,
      message: expect.stringContaining(`not match the contract: ${path} `),
    });
  });
});

test("renames an installation's permissions and events to the dialect's names, and no other field", () => {
  const schema = payloadSchema(installation, "created");
  const neutral = {
    installation: {
      permissions: {
        contents: "read",
        updater_secrets: "write",
        organization_updater_secrets: "read",
        organization_assistant_seat_management: "write",
      },
      events: ["updater_alert", "push"],
      app_slug: "updater_alert",
    },
    repositories: [{ name: "updater_secrets" }],
  };
  const wire = {
    installation: {
      permissions: {
        contents: "read",
        dependabot_secrets: "write",
        organization_dependabot_secrets: "read",
        organization_copilot_seat_management: "write",
      },
      events: ["dependabot_alert", "push"],
      app_slug: "updater_alert",
    },
    repositories: [{ name: "updater_secrets" }],
  };
  expect(toWire(github, schema, neutral)).toEqual(wire);
  expect(fromWire(github, schema, wire)).toEqual(neutral);
});
