import { describe, expect, expectTypeOf, test } from "vitest";
import { received } from "../../webhooks/deliveries.fixture.ts";
import { type Payload, realPayload } from "../../webhooks/real-payload.fixture.ts";
import type { EventName } from "./index.ts";

const recordedPayload = (event: EventName, action: string) => realPayload(event, { action });

/** Returns a copy of the payload with other values at the given paths, which must exist; `undefined` removes one. */
function withChanges(payload: Payload, changes: Readonly<Record<string, unknown>>): Payload {
  const copy = structuredClone(payload);
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split(".");
    const last = steps.pop() ?? "";
    const target: unknown = steps.reduce<unknown>((value, step) => Reflect.get(Object(value), step), copy);
    if (!Object.hasOwn(Object(target), last)) throw new Error(`The payload must have ${path}.`);
    if (value === undefined) Reflect.deleteProperty(Object(target), last);
    else Reflect.set(Object(target), last, value);
  }
  return copy;
}

describe("payload types by action", () => {
  test("a completed check run has a conclusion and a completion time", async () => {
    const delivery = await received("check_run", recordedPayload("check_run", "completed"));
    if (!delivery.is("check_run", "completed")) throw new Error("Unexpected event.");
    const { check_run, repository } = delivery.payload;
    expectTypeOf(check_run.conclusion).toExtend<string>();
    expectTypeOf(check_run.completed_at).toEqualTypeOf<string>();
    expectTypeOf(check_run.pull_requests[0]?.number).toEqualTypeOf<number | undefined>();
    expectTypeOf(check_run.check_suite.head_branch).toEqualTypeOf<string | null | undefined>();
    expect([repository.full_name, check_run.name, check_run.conclusion]).toEqual([
      "Codertocat/Hello-World",
      "Octocoders-linter",
      "failure",
    ]);
  });

  test("a created check run can be without a conclusion", async () => {
    const delivery = await received("check_run", recordedPayload("check_run", "created"));
    if (!delivery.is("check_run", "created")) throw new Error("Unexpected event.");
    expectTypeOf(delivery.payload.check_run.conclusion).not.toExtend<string>();
    expectTypeOf(delivery.payload.check_run.completed_at).toEqualTypeOf<string | null>();
    expect(delivery.payload.check_run.conclusion).toBeNull();
  });

  test("only the requested_action payload contains the requested action", async () => {
    const delivery = await received("check_run", recordedPayload("check_run", "requested_action"));
    if (!delivery.is("check_run", "requested_action")) throw new Error("Unexpected event.");
    expectTypeOf(delivery.payload.requested_action?.identifier).toEqualTypeOf<string | undefined>();
    expect(delivery.payload.requested_action?.identifier).toBe("lgtm|26764");
  });

  test("a closed alert has a dismissal time", async () => {
    const delivery = await received("code_scanning_alert", recordedPayload("code_scanning_alert", "closed_by_user"));
    if (!delivery.is("code_scanning_alert", "closed_by_user")) throw new Error("Unexpected event.");
    expectTypeOf(delivery.payload.alert.dismissed_at).toEqualTypeOf<string>();
    expectTypeOf(delivery.payload.ref).toEqualTypeOf<string>();
    expect(delivery.payload.alert.dismissed_at).toBe("2021-02-11T02:59:08Z");
  });
});

describe("accepts payloads that the documentation or the service allows", () => {
  test("checks of a push to a fork: no pull requests, no branch", async () => {
    const suite = { "check_suite.pull_requests": [], "check_suite.head_branch": null };
    const suiteDelivery = await received(
      "check_suite",
      withChanges(recordedPayload("check_suite", "completed"), suite),
    );
    if (!suiteDelivery.is("check_suite", "completed")) throw new Error("Unexpected event.");
    expectTypeOf(suiteDelivery.payload.check_suite.head_branch).toEqualTypeOf<string | null>();
    expect(suiteDelivery.payload.check_suite).toMatchObject({ pull_requests: [], head_branch: null });
    const run = Object.fromEntries(Object.entries(suite).map(([path, value]) => [`check_run.${path}`, value]));
    const runDelivery = await received(
      "check_run",
      withChanges(recordedPayload("check_run", "completed"), { ...run, "check_run.pull_requests": [] }),
    );
    expect(runDelivery.payload).toMatchObject({ check_run: { pull_requests: [], check_suite: { head_branch: null } } });
  });

  test("a check run without an action", async () => {
    const delivery = await received(
      "check_run",
      withChanges(recordedPayload("check_run", "completed"), { action: undefined }),
    );
    expect([delivery.action, delivery.is("check_run"), delivery.is("check_run", "completed")]).toEqual([
      null,
      true,
      false,
    ]);
  });

  test.each([
    ["check_suite", "completed", { action: "abandoned" }],
    ["check_run", "completed", { "check_run.conclusion": "undecided", "check_run.status": "paused" }],
    ["branch_protection_rule", "edited", { "rule.signature_requirement_enforcement_level": "robots" }],
    ["code_scanning_alert", "created", { action: "moved", ref: null, commit_oid: undefined }],
    ["code_scanning_alert", "created", { action: "updated_assignment", ref: undefined, commit_oid: undefined }],
    ["code_scanning_alert", "reopened", { ref: null, commit_oid: null, "alert.rule.severity": "dire" }],
  ] as const)("unknown values: %s %s with %o", async (event, action, changes) => {
    const payload = withChanges(recordedPayload(event, action), changes);
    expect((await received(event, payload)).payload).toEqual(payload);
  });
});

describe("rejects invalid payloads with the path of the invalid field", () => {
  test.each([
    ["check_run", "completed", "check_run.conclusion", null],
    ["check_run", "created", "check_run.pull_requests.0.number", "2"],
    ["check_run", "created", "check_run.check_suite.head_branch", 1],
    ["check_suite", "completed", "check_suite.pull_requests", null],
    ["check_suite", "completed", "check_suite.app.permissions.checks", true],
    ["branch_protection_rule", "edited", "changes.authorized_actor_names.from", "Codertocat"],
    ["code_scanning_alert", "created", "commit_oid", undefined],
    ["code_scanning_alert", "closed_by_user", "alert.dismissed_at", null],
    ["commit_comment", "created", "comment.user.id", "me"],
  ] as const)("%s %s: %s as %o", async (event, action, path, value) => {
    await expect(received(event, withChanges(recordedPayload(event, action), { [path]: value }))).rejects.toMatchObject(
      {
        name: "DeliveryError",
        status: 422,
        message: expect.stringContaining(`not match the contract: ${path} `),
      },
    );
  });
});
