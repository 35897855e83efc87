import { describe, expect, expectTypeOf, test } from "vitest";
import { received, refusal } from "../../webhooks/deliveries.fixture.ts";
import { type Payload, realPayload, within } from "../../webhooks/real-payload.fixture.ts";
import type { EventName } from "./index.ts";

/** What the service once sent, told anew: with other fields at its top. */
function real(event: EventName, action: string, fields: Payload = {}): Payload {
  return { ...realPayload(event, { action }), ...fields };
}

const anotherEvent = () => new Error("it is another event");

describe("a pull request", () => {
  test("that was closed says whether it was merged, and how much it changes", async () => {
    const delivery = await received("pull_request", real("pull_request", "closed"));
    if (!delivery.is("pull_request", "closed")) throw anotherEvent();
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

  test("of any action narrows by its action", async () => {
    const delivery = await received("pull_request", real("pull_request", "synchronize"));
    if (!delivery.is("pull_request")) throw anotherEvent();
    const { payload } = delivery;
    expectTypeOf(payload.pull_request.merged).toEqualTypeOf<boolean | null | undefined>();
    if (payload.action === "opened") expectTypeOf(payload.pull_request.deletions).toEqualTypeOf<number>();
    if (payload.action !== "synchronize") throw new Error("it is another action");
    expectTypeOf(payload.before).toEqualTypeOf<string>();
    expect([payload.before, payload.after]).toEqual(Array(2).fill(expect.stringMatching(/^\w{40}$/)));
  });

  test("that was edited says what stood there before", async () => {
    const before = { title: { from: "Old" }, base: { ref: { from: "old" }, sha: { from: "0".repeat(40) } } };
    const delivery = await received(
      "pull_request",
      real("pull_request", "opened", { action: "edited", changes: before }),
    );
    if (!delivery.is("pull_request", "edited")) throw anotherEvent();
    const { changes, sender } = delivery.payload;
    expectTypeOf(changes.title?.from).toEqualTypeOf<string | undefined>();
    expectTypeOf(changes.base?.ref.from).toEqualTypeOf<string | undefined>();
    expectTypeOf(sender?.login).toEqualTypeOf<string | undefined>();
    expect([changes.title?.from, changes.base?.ref.from, changes.body]).toEqual(["Old", "old", undefined]);
  });
});

describe("a review", () => {
  const team = { id: 7, name: "Reviewers", slug: "reviewers", permission: "pull", description: null, parent: null };

  async function whoIsAsked(payload: Payload): Promise<string | undefined> {
    const delivery = await received("pull_request", payload);
    if (!delivery.is("pull_request", "review_requested")) throw anotherEvent();
    const { requested_reviewer, requested_team } = delivery.payload;
    expectTypeOf(requested_team?.name).toEqualTypeOf<string | undefined>();
    return requested_reviewer?.login ?? requested_team?.slug;
  }

  test("is asked of a person or of a team", async () => {
    const asked = real("pull_request", "review_requested");
    const { requested_reviewer, ...nobody } = asked;
    expect(requested_reviewer).toBeDefined();
    expect(await whoIsAsked(asked)).toBe("octocat");
    expect(await whoIsAsked({ ...nobody, requested_team: team })).toBe("reviewers");
    expect(await whoIsAsked({ ...nobody, requested_reviewer: null })).toBeUndefined();
    expect(await refusal("pull_request", { ...nobody, requested_team: { ...team, id: "7" } })).toEqual([
      422,
      expect.stringContaining("requested_team.id"),
    ]);
  });

  test("is wanted of people and teams, in one list", async () => {
    const asked = real("pull_request", "review_requested");
    const person = asked["requested_reviewer"];
    const delivery = await received(
      "pull_request",
      within(asked, "pull_request", { requested_reviewers: [person, team] }),
    );
    if (!delivery.is("pull_request")) throw anotherEvent();
    const reviewers = delivery.payload.pull_request.requested_reviewers ?? [];
    expect(reviewers.map((reviewer) => reviewer?.login ?? reviewer?.slug)).toEqual(["octocat", "reviewers"]);
  });

  test("that was given comes with a shorter pull request", async () => {
    const delivery = await received("pull_request_review", real("pull_request_review", "submitted"));
    if (!delivery.is("pull_request_review", "submitted")) throw anotherEvent();
    const { pull_request, review } = delivery.payload;
    expectTypeOf(pull_request["merged"]).toBeUnknown();
    expectTypeOf(pull_request.requested_teams[0]?.name).toEqualTypeOf<string | undefined>();
    expectTypeOf(review.commit_id).toEqualTypeOf<string>();
    expect([review.state, pull_request.number]).toEqual(["commented", 2]);
  });
});

describe("an issue", () => {
  test("that was given a label tells which", async () => {
    const delivery = await received("issues", real("issues", "labeled"));
    if (!delivery.is("issues", "labeled")) throw anotherEvent();
    expectTypeOf(delivery.payload.label?.name).toEqualTypeOf<string | undefined>();
    expect(delivery.payload.label?.name).toBe("bug");
  });

  test("that was moved is told of on both sides", async () => {
    const gone = await received("issues", real("issues", "transferred"));
    const from = { old_issue: { id: 1, number: 2 }, old_repository: gone.payload["repository"] };
    const here = await received("issues", real("issues", "opened", { changes: from }));
    if (!gone.is("issues", "transferred") || !here.is("issues", "opened")) throw anotherEvent();
    expectTypeOf(gone.payload.changes.new_issue.title).toEqualTypeOf<string>();
    expectTypeOf(here.payload.changes?.old_issue?.title).toEqualTypeOf<string | undefined>();
    expect(gone.payload.changes.new_issue.number).toBe(1);
    expect(here.payload.changes?.old_issue).toEqual({ id: 1, number: 2 });
  });

  test("that an app wrote for somebody names it neutrally", async () => {
    const app = { id: null, name: "Octoapp", node_id: "A", html_url: "https://forge.test/apps/o", owner: null };
    const times = { description: null, external_url: null, created_at: null, updated_at: null };
    const written = within(real("issues", "opened"), "issue", { performed_via_github_app: { ...app, ...times } });
    const delivery = await received("issues", written);
    if (!delivery.is("issues")) throw anotherEvent();
    expect(delivery.payload.issue.performed_via_svc_app?.name).toBe("Octoapp");
    expect(delivery.payload.issue).not.toHaveProperty("performed_via_github_app");
  });
});

describe("what the contract does not know yet", () => {
  test.each([
    ["action", "pull_request", real("pull_request", "opened", { action: "rebased" })],
    ["action", "issues", real("issues", "opened", { action: "escalated" })],
    ["action", "pull_request_review", real("pull_request_review", "submitted", { action: "endorsed" })],
    ["word", "pull_request", within(real("pull_request", "opened"), "pull_request", { state: "stacked" })],
    ["word", "pull_request", real("pull_request", "assigned", { action: "dequeued", reason: "LUNCH" })],
    ["word", "issues", within(real("issues", "opened"), "issue", { active_lock_reason: "too cold" })],
    ["word", "pull_request_review", within(real("pull_request_review", "submitted"), "review", { state: "shrugged" })],
    ["field", "issues", within(real("issues", "opened"), "issue", { mood: "sunny" })],
  ] as const)("is let through as it came: a new %s in %s", async (_, event, payload) => {
    const delivery = await received(event, payload);
    expect(delivery.action).toBe(payload["action"]);
    expect(delivery.payload).toEqual(payload);
  });
});

describe("what is not what the contract says is refused, with its place", () => {
  const counted = { additions: "1" };
  test.each([
    ["pull_request.additions", "pull_request", within(real("pull_request", "opened"), "pull_request", counted)],
    ["pull_request.additions", "pull_request", within(real("pull_request", "labeled"), "pull_request", counted)],
    ["pull_request.merged", "pull_request", within(real("pull_request", "closed"), "pull_request", { merged: null })],
    ["pull_request.head", "pull_request", within(real("pull_request", "opened"), "pull_request", { head: null })],
    ["number", "pull_request", real("pull_request", "opened", { action: "rebased", number: "2" })],
    ["before", "pull_request", real("pull_request", "synchronize", { before: null })],
    ["reason", "pull_request", real("pull_request", "opened", { action: "dequeued" })],
    ["changes.title.from", "issues", real("issues", "edited", { changes: { title: { from: 1 } } })],
    ["issue.number", "issues", within(real("issues", "pinned"), "issue", { number: 1.5 })],
    ["issue.labels", "issues", within(real("issues", "opened"), "issue", { labels: {} })],
    ["review.user", "pull_request_review", within(real("pull_request_review", "submitted"), "review", { user: {} })],
  ] as const)("%s of %s", async (path, event, payload) => {
    const [status, message] = [422, `The payload of ${event} is not what the contract says: ${path}`];
    expect(await refusal(event, payload)).toEqual([status, expect.stringContaining(message)]);
  });
});
