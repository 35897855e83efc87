import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import type { Reviewer } from "../../model/control-states.ts";
import { clientAs, clientWith, GADGETS_PULL, seedGadgets } from "./gadgets.fixture.ts";
import { readReviewRequests } from "./read-review-requests.ts";
import { ReviewRequestError, requestReviews, withdrawRequests } from "./request-reviews.ts";

const PULL = { owner: "acme", repo: "widgets", pull_number: 1 };
const toReviewers = (...names: string[]) =>
  names.map((name): Reviewer => ({ kind: name.includes("/") ? "team" : "user", name }));

async function requestedNames(emulator: Emulator, pull = PULL) {
  return (await readReviewRequests(clientAs(emulator, "alice"), pull)).requested.map(({ name }) => name);
}

/** Requests reviews and returns the failure. */
async function failureOf(emulator: Emulator, names: string[], pull = PULL) {
  const error: unknown = await requestReviews(clientAs(emulator, "alice"), pull, toReviewers(...names)).catch(
    (reason: unknown) => reason,
  );
  return error instanceof ReviewRequestError ? error.failure : error;
}

/** A refusal of the service that names no reviewer. */
const UNNAMED_REFUSAL =
  "Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the acme/widgets repository.";

describe("reviews are requested", () => {
  test("of users and teams in one call, and withdrawn in one call", async ({ emulator }) => {
    const client = clientAs(emulator, "alice");
    emulator.control.clearCalls();
    await requestReviews(client, PULL, toReviewers("@carol", "alice", "ACME/reviewers"));
    expect(emulator.control.calls().map(({ operation }) => operation)).toEqual(["requestReviewers"]);
    expect(await requestedNames(emulator)).toEqual(["carol", "alice", "acme/reviewers"]);
    emulator.control.clearCalls();
    await withdrawRequests(client, PULL, toReviewers("carol", "acme/reviewers"));
    expect(emulator.control.calls().map(({ operation }) => operation)).toEqual(["removeRequestedReviewers"]);
    expect(await requestedNames(emulator)).toEqual(["alice"]);
  });

  test("again of users who have already reviewed", async ({ emulator }) => {
    await seedGadgets(emulator);
    const client = clientAs(emulator, "alice");
    expect(await readReviewRequests(client, GADGETS_PULL)).toEqual({ requested: [], reviewed: toReviewers("eve") });
    await requestReviews(client, GADGETS_PULL, toReviewers("eve"));
    expect(await readReviewRequests(client, GADGETS_PULL)).toEqual({ requested: toReviewers("eve"), reviewed: [] });
    emulator.control.review({ repository: "acme/gadgets", pull: 7, user: "eve", state: "approved" });
    expect(await readReviewRequests(client, GADGETS_PULL)).toEqual({ requested: [], reviewed: toReviewers("eve") });
  });

  test("of drafts and closed pull requests, if the service accepts that", async ({ emulator }) => {
    for (const [to, name] of [
      ["draft", "carol"],
      ["closed", "alice"],
    ] as const) {
      emulator.control.transition({ repository: "acme/widgets", pull: 1, to });
      await requestReviews(clientAs(emulator, "alice"), PULL, toReviewers(name));
    }
    expect(await requestedNames(emulator)).toEqual(["carol", "alice"]);
  });
});

describe("a refused request", () => {
  test("names several reviewers without access, whether or not the service names them", async ({ emulator }) => {
    await emulator.control.seed({ users: { dora: {}, eve: {} } });
    const names = ["carol", "mallory", "eve"];
    const failure = { kind: "no-access", names: ["mallory", "eve"], isCertain: true };
    expect(await failureOf(emulator, names)).toEqual(failure);
    emulator.control.faults.add({ operation: "requestReviewers", status: 422, message: UNNAMED_REFUSAL, times: 1 });
    expect(await failureOf(emulator, names)).toEqual(failure);
    expect(await requestedNames(emulator)).toEqual([]);
  });

  test("names a login that does not exist", async ({ emulator }) => {
    expect(await failureOf(emulator, ["unknown-user-at-all"])).toEqual({
      kind: "no-access",
      names: ["unknown-user-at-all"],
      isCertain: true,
    });
  });

  test("names a team without access if the service names it", async ({ emulator }) => {
    await emulator.control.seed({
      organizations: { tools: { members: { alice: "owner", bob: "member" }, teams: { within: {}, without: {} } } },
      repositories: {
        "tools/hammer": {
          teams: { within: "push" },
          pulls: [{ number: 1, title: "Harder", author: "bob", head: "harder" }],
        },
      },
    });
    const pull = { owner: "tools", repo: "hammer", pull_number: 1 };
    const failure = { kind: "no-access", names: ["tools/without"], isCertain: true };
    expect(await failureOf(emulator, ["alice", "tools/within", "tools/without"], pull)).toEqual(failure);
  });

  test("names all possible reviewers if the refused one is unknown", async ({ emulator }) => {
    const { faults } = emulator.control;
    faults.add({ operation: "requestReviewers", status: 422, message: UNNAMED_REFUSAL, times: 1 });
    faults.add({ operation: "listCollaborators", status: 403, message: "Must have push access" });
    expect(await failureOf(emulator, ["carol", "mallory"])).toEqual({
      kind: "no-access",
      names: ["carol", "mallory"],
      isCertain: false,
    });
  });

  test("names the author", async ({ emulator }) => {
    expect(await failureOf(emulator, ["carol", "Bob"])).toEqual({ kind: "author", names: ["Bob"] });
  });

  test("names teams of other organizations and invalid teams, and nothing is sent", async ({ emulator }) => {
    emulator.control.clearCalls();
    expect(await failureOf(emulator, ["carol", "elsewhere/team", "acme/a/b", "acme/"])).toEqual({
      kind: "foreign-teams",
      names: ["elsewhere/team", "acme/a/b", "acme/"],
    });
    expect(emulator.control.calls()).toEqual([]);
  });

  test("reports the maximum if there are too many reviewers", async ({ emulator }) => {
    const names = Array.from({ length: 16 }, (_, index) => `user-${index}`);
    await emulator.control.seed({ users: Object.fromEntries(names.map((name) => [name, {}])) });
    const pulls = [{ number: 7, title: "Change", author: "bob", head: "change" }];
    await seedGadgets(emulator, { collaborators: Object.fromEntries(names.map((name) => [name, "push"])), pulls });
    expect(await failureOf(emulator, names, GADGETS_PULL)).toEqual({
      kind: "too-many",
      maximum: 15,
      requestedCount: 16,
    });
  });

  test("names reviewers that the service omitted, while the others are requested", async ({ emulator }) => {
    const omitCopilot: typeof fetch = (input, init) => {
      const body = typeof init?.body === "string" ? { body: init.body.replace(/"copilot",?/, "") } : {};
      return fetch(input, { ...init, ...body });
    };
    const client = clientWith(emulator, emulator.tokens["alice"] ?? "", omitCopilot);
    await expect(requestReviews(client, PULL, toReviewers("copilot", "carol"))).rejects.toMatchObject({
      failure: { kind: "passed-over", names: ["copilot"] },
    });
    expect(await requestedNames(emulator)).toEqual(["carol"]);
  });
});

describe("a request that was submitted too quickly", () => {
  const fault = { operation: "requestReviewers", status: 422, times: 1 } as const;

  test.for([
    ["This was submitted too quickly.", { "retry-after": "90" }, 90],
    ["This was submitted too quickly.", { "retry-after": "3600" }, 3600],
    ["Validation Failed: was submitted too quickly", {}, 60],
  ] as const)("is reported as a rate limit with an end: %s %o", async ([message, headers, seconds], { emulator }) => {
    emulator.control.faults.add({ ...fault, message, headers });
    const before = Date.now();
    const error = await requestReviews(clientAs(emulator, "alice"), PULL, toReviewers("carol")).catch((error) => error);
    expect(error).toMatchObject({ name: "RateLimitError", until: expect.any(Date) });
    const after = Date.now();
    // The time has a precision of one second.
    expect(error.until.getTime()).toBeGreaterThanOrEqual(before + (seconds - 1) * 1000);
    expect(error.until.getTime()).toBeLessThanOrEqual(after + (seconds + 1) * 1000);
    expect(emulator.control.calls().filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

test("other refusals keep the service's message", async ({ emulator }) => {
  const message = "Review cannot be requested on a closed pull request.";
  emulator.control.faults.add({ operation: "requestReviewers", status: 422, message, times: 1 });
  await expect(requestReviews(clientAs(emulator, "alice"), PULL, toReviewers("carol"))).rejects.toMatchObject({
    name: "ValidationError",
    detail: expect.stringContaining(message),
  });
});

test("requested reviewers are returned even if reviews cannot be read", async ({ emulator }) => {
  const client = clientAs(emulator, "alice");
  await requestReviews(client, PULL, toReviewers("carol"));
  emulator.control.faults.add({ operation: "listReviews", status: 502 });
  expect(await readReviewRequests(client, PULL)).toEqual({ requested: toReviewers("carol"), reviewed: [] });
});
