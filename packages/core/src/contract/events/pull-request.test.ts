import { describe, expect, expectTypeOf, test } from "vitest";
import { received, rejectionOf } from "../../webhooks/deliveries.fixture.ts";
import { type Payload, realPayload, replaceFields } from "../../webhooks/real-payload.fixture.ts";
import type { EventName } from "./index.ts";

/** Returns a recorded payload with other top-level fields. */
function recordedPayload(event: EventName, action: string, fields: Payload = {}): Payload {
  return { ...realPayload(event, { action }), ...fields };
}

const unexpectedEventError = () => new Error("Unexpected event.");

describe("pull request events", () => {
  test("a closed event contains the merge status and the size of the changes", async () => {
    const delivery = await received("pull_request", recordedPayload("pull_request", "closed"));
    if (!delivery.is("pull_request", "closed")) throw unexpectedEventError();
    const { pull_request } = delivery.payload;
    expectTypeOf(pull_request.merged).toEqualTypeOf<boolean>();
    expectTypeOf(pull_request.additions).toEqualTypeOf<number>();
    expectTypeOf(pull_request.head.repo?.full_name).toEqualTypeOf<string | undefined>();
    expectTypeOf(pull_request.base.repo.full_name).toEqualTypeOf<string>();
    expect([pull_request.merged, pull_request.additions, pull_request.base.repo.full_name]).toEqual([
      false,
      1,
      "Codertocat/Hello-World",
    ]);
  });

  test("can be narrowed by the action in the payload", async () => {
    const delivery = await received("pull_request", recordedPayload("pull_request", "synchronize"));
    if (!delivery.is("pull_request")) throw unexpectedEventError();
    const { payload } = delivery;
    expectTypeOf(payload.pull_request.merged).toEqualTypeOf<boolean | null | undefined>();
    if (payload.action === "opened") expectTypeOf(payload.pull_request.deletions).toEqualTypeOf<number>();
    if (payload.action !== "synchronize") throw new Error("Unexpected action.");
    expectTypeOf(payload.before).toEqualTypeOf<string>();
    expect([payload.before, payload.after]).toEqual(Array(2).fill(expect.stringMatching(/^\w{40}$/)));
  });

  test("an edited event contains the previous values", async () => {
    const previousValues = { title: { from: "Old" }, base: { ref: { from: "old" }, sha: { from: "0".repeat(40) } } };
    const delivery = await received(
      "pull_request",
      recordedPayload("pull_request", "opened", { action: "edited", changes: previousValues }),
    );
    if (!delivery.is("pull_request", "edited")) throw unexpectedEventError();
    const { changes, sender } = delivery.payload;
    expectTypeOf(changes.title?.from).toEqualTypeOf<string | undefined>();
    expectTypeOf(changes.base?.ref.from).toEqualTypeOf<string | undefined>();
    expectTypeOf(sender?.login).toEqualTypeOf<string | undefined>();
    expect([changes.title?.from, changes.base?.ref.from, changes.body]).toEqual(["Old", "old", undefined]);
  });
});

describe("review events", () => {
  const team = { id: 7, name: "Reviewers", slug: "reviewers", permission: "pull", description: null, parent: null };

  async function requestedReviewer(payload: Payload): Promise<string | undefined> {
    const delivery = await received("pull_request", payload);
    if (!delivery.is("pull_request", "review_requested")) throw unexpectedEventError();
    const { requested_reviewer, requested_team } = delivery.payload;
    expectTypeOf(requested_team?.name).toEqualTypeOf<string | undefined>();
    return requested_reviewer?.login ?? requested_team?.slug;
  }

  test("a review is requested from a user or a team", async () => {
    const request = recordedPayload("pull_request", "review_requested");
    const { requested_reviewer, ...withoutReviewer } = request;
    expect(requested_reviewer).toBeDefined();
    expect(await requestedReviewer(request)).toBe("octocat");
    expect(await requestedReviewer({ ...withoutReviewer, requested_team: team })).toBe("reviewers");
    expect(await requestedReviewer({ ...withoutReviewer, requested_reviewer: null })).toBeUndefined();
    expect(await rejectionOf("pull_request", { ...withoutReviewer, requested_team: { ...team, id: "7" } })).toEqual([
      422,
      expect.stringContaining("requested_team.id"),
    ]);
  });

  test("a pull request lists requested users and teams together", async () => {
    const request = recordedPayload("pull_request", "review_requested");
    const user = request["requested_reviewer"];
    const delivery = await received(
      "pull_request",
      replaceFields(request, "pull_request", { requested_reviewers: [user, team] }),
    );
    if (!delivery.is("pull_request")) throw unexpectedEventError();
    const reviewers = delivery.payload.pull_request.requested_reviewers ?? [];
    expect(reviewers.map((reviewer) => reviewer?.login ?? reviewer?.slug)).toEqual(["octocat", "reviewers"]);
  });

  test("a submitted review has a pull request with fewer fields", async () => {
    const delivery = await received("pull_request_review", recordedPayload("pull_request_review", "submitted"));
    if (!delivery.is("pull_request_review", "submitted")) throw unexpectedEventError();
    const { pull_request, review } = delivery.payload;
    expectTypeOf(pull_request).not.toHaveProperty("merged");
    expectTypeOf(pull_request.requested_teams[0]?.name).toEqualTypeOf<string | undefined>();
    expectTypeOf(review.commit_id).toEqualTypeOf<string>();
    expect([review.state, pull_request.number]).toEqual(["commented", 2]);
  });
});

describe("issue events", () => {
  test("a labeled event contains the label", async () => {
    const delivery = await received("issues", recordedPayload("issues", "labeled"));
    if (!delivery.is("issues", "labeled")) throw unexpectedEventError();
    expectTypeOf(delivery.payload.label?.name).toEqualTypeOf<string | undefined>();
    expect(delivery.payload.label?.name).toBe("bug");
  });

  test("a transfer emits an event for both repositories", async () => {
    const transferred = await received("issues", recordedPayload("issues", "transferred"));
    const from = { old_issue: { id: 1, number: 2 }, old_repository: transferred.payload["repository"] };
    const opened = await received("issues", recordedPayload("issues", "opened", { changes: from }));
    if (!transferred.is("issues", "transferred") || !opened.is("issues", "opened")) throw unexpectedEventError();
    expectTypeOf(transferred.payload.changes.new_issue.title).toEqualTypeOf<string>();
    expectTypeOf(opened.payload.changes?.old_issue?.title).toEqualTypeOf<string | undefined>();
    expect(transferred.payload.changes.new_issue.number).toBe(1);
    expect(opened.payload.changes?.old_issue).toEqual({ id: 1, number: 2 });
  });

  test("an issue created by an app contains the app under its neutral field name", async () => {
    const app = { id: null, name: "Octoapp", node_id: "A", html_url: "https://forge.test/apps/o", owner: null };
    const times = { description: null, external_url: null, created_at: null, updated_at: null };
    const payload = replaceFields(recordedPayload("issues", "opened"), "issue", {
      performed_via_github_app: { ...app, ...times },
    });
    const delivery = await received("issues", payload);
    if (!delivery.is("issues")) throw unexpectedEventError();
    expect(delivery.payload.issue.performed_via_svc_app?.name).toBe("Octoapp");
    expect(delivery.payload.issue).not.toHaveProperty("performed_via_github_app");
  });
});

describe("unknown payload contents", () => {
  test.each([
    ["action", "pull_request", recordedPayload("pull_request", "opened", { action: "rebased" })],
    ["action", "issues", recordedPayload("issues", "opened", { action: "escalated" })],
    ["action", "pull_request_review", recordedPayload("pull_request_review", "submitted", { action: "endorsed" })],
    [
      "value",
      "pull_request",
      replaceFields(recordedPayload("pull_request", "opened"), "pull_request", { state: "stacked" }),
    ],
    ["value", "pull_request", recordedPayload("pull_request", "assigned", { action: "dequeued", reason: "BRAND_NEW" })],
    [
      "value",
      "issues",
      replaceFields(recordedPayload("issues", "opened"), "issue", { active_lock_reason: "brand new" }),
    ],
    [
      "value",
      "pull_request_review",
      replaceFields(recordedPayload("pull_request_review", "submitted"), "review", { state: "brand_new" }),
    ],
    ["field", "issues", replaceFields(recordedPayload("issues", "opened"), "issue", { brand_new: "value" })],
  ] as const)("a new %s in %s is passed through unchanged", async (_, event, payload) => {
    const delivery = await received(event, payload);
    expect(delivery.action).toBe(payload["action"]);
    expect(delivery.payload).toEqual(payload);
  });
});

describe("rejects invalid payloads with the path of the invalid field", () => {
  const invalidCount = { additions: "1" };
  test.each([
    [
      "pull_request.additions",
      "pull_request",
      replaceFields(recordedPayload("pull_request", "opened"), "pull_request", invalidCount),
    ],
    [
      "pull_request.additions",
      "pull_request",
      replaceFields(recordedPayload("pull_request", "labeled"), "pull_request", invalidCount),
    ],
    [
      "pull_request.merged",
      "pull_request",
      replaceFields(recordedPayload("pull_request", "closed"), "pull_request", { merged: null }),
    ],
    [
      "pull_request.head",
      "pull_request",
      replaceFields(recordedPayload("pull_request", "opened"), "pull_request", { head: null }),
    ],
    ["number", "pull_request", recordedPayload("pull_request", "opened", { action: "rebased", number: "2" })],
    ["before", "pull_request", recordedPayload("pull_request", "synchronize", { before: null })],
    ["reason", "pull_request", recordedPayload("pull_request", "opened", { action: "dequeued" })],
    ["changes.title.from", "issues", recordedPayload("issues", "edited", { changes: { title: { from: 1 } } })],
    ["issue.number", "issues", replaceFields(recordedPayload("issues", "pinned"), "issue", { number: 1.5 })],
    ["issue.labels", "issues", replaceFields(recordedPayload("issues", "opened"), "issue", { labels: {} })],
    [
      "review.user",
      "pull_request_review",
      replaceFields(recordedPayload("pull_request_review", "submitted"), "review", { user: {} }),
    ],
  ] as const)("%s of %s", async (path, event, payload) => {
    const [status, message] = [422, `The payload of ${event} does not match the contract: ${path}`];
    expect(await rejectionOf(event, payload)).toEqual([status, expect.stringContaining(message)]);
  });
});
