import {
  createRepositoryHook,
  createReview,
  getPullRequest,
  listRequestedReviewers,
  removeRequestedReviewers,
  requestReviewers,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { GEARS, sendJson, test, WIDGETS } from "./issues.fixture.ts";

const PULL = { ...WIDGETS, pull_number: 6 };
const REQUEST_ROUTE = "POST /repos/acme/widgets/pulls/6/requested_reviewers";

async function requestedNames(emulator: Emulator, pull = PULL): Promise<string[]> {
  const { users, teams } = await clientFor(emulator).call(listRequestedReviewers, pull);
  return [...users.map(({ login }) => login), ...teams.map(({ slug }) => `@${slug}`)];
}

const notCollaborator = (kinds: string) =>
  `Reviews may only be requested from collaborators. One or more of the ${kinds} you specified is not a collaborator of the acme/widgets repository.`;

describe("requesting reviews", () => {
  test("adds users and teams once, ignoring the case of their names, and returns the pull request", async ({
    emulator,
  }) => {
    const { call } = clientFor(emulator, "bob");
    const reviewers = ["carol", "ERIN", "Carol", "dave"];
    const pending = await call(requestReviewers, { ...PULL, reviewers, team_reviewers: ["Reviewers"] });
    expect(pending).toMatchObject({
      requested_reviewers: [{ login: "carol" }, { login: "erin" }, { login: "dave" }],
      requested_teams: [{ slug: "reviewers" }],
      updated_at: "2026-02-02T12:00:00Z",
    });
    const secondRequest = await call(requestReviewers, { ...PULL, reviewers: ["carol"] });
    expect(secondRequest.requested_reviewers).toHaveLength(3);
    expect(await requestedNames(emulator)).toEqual(["carol", "erin", "dave", "@reviewers"]);
    expect((await call(getPullRequest, PULL)).requested_teams).toMatchObject([{ slug: "reviewers" }]);
  });

  test("accepts a child team of a collaborating team", async ({ emulator }) => {
    await clientFor(emulator, "bob").call(requestReviewers, { ...PULL, team_reviewers: ["close-readers"] });
    expect(await requestedNames(emulator)).toEqual(["@close-readers"]);
  });

  test.for<[why: string, body: object, message: string]>([
    ["a user without access", { reviewers: ["carol", "mallory"] }, notCollaborator("users or teams")],
    ["an unknown user", { reviewers: ["carol", "unknown-user"] }, notCollaborator("users or teams")],
    ["an organization", { reviewers: ["acme"] }, notCollaborator("users or teams")],
    [
      "the author of the pull request",
      { reviewers: ["carol", "bob"] },
      "Review cannot be requested from pull request author.",
    ],
    ["a team without access", { reviewers: ["carol"], team_reviewers: ["strangers"] }, notCollaborator("teams")],
    ["an unknown team", { team_reviewers: ["none"] }, notCollaborator("teams")],
    ["a value that is not a list", { reviewers: "carol" }, "Validation Failed"],
  ])("is rejected for %s, and adds no reviewer", async ([, body, message], { emulator }) => {
    const response = await sendJson(emulator, REQUEST_ROUTE, "bob", body);
    expect(response).toMatchObject({ status: 422, body: { message } });
    expect(await requestedNames(emulator)).toEqual([]);
  });

  test("accepts at most fifteen users per call", async () => {
    const logins = Array.from({ length: 16 }, (_, index) => `person-${index}`);
    const seed = {
      users: { bob: {}, ...Object.fromEntries(logins.map((login) => [login, {}])) },
      repositories: {
        "bob/garden": {
          collaborators: Object.fromEntries(logins.map((login) => [login, "pull"])),
          pulls: [{ number: 1, title: "Plant", author: "bob", head: "plant" }],
        },
      },
      tokens: { bob: { kind: "classic", user: "bob", scopes: ["repo"] } },
    };
    const emulator = await startEmulator({ seed });
    const route = "POST /repos/bob/garden/pulls/1/requested_reviewers";
    expect((await sendJson(emulator, route, "bob", { reviewers: logins })).status).toBe(422);
    const maximum = logins.slice(0, 15);
    expect((await sendJson(emulator, route, "bob", { reviewers: [...maximum, ...maximum] })).status).toBe(201);
    expect((await sendJson(emulator, route, "bob", { reviewers: logins.slice(15) })).status).toBe(201);
    expect(await requestedNames(emulator, { owner: "bob", repo: "garden", pull_number: 1 })).toHaveLength(16);
    await emulator.stop();
  });

  test("requires push access, and a pull request", async ({ emulator }) => {
    const body = { reviewers: ["carol"] };
    expect((await sendJson(emulator, REQUEST_ROUTE, "dave", body)).status).toBe(403);
    expect((await sendJson(emulator, REQUEST_ROUTE, "mallory", body)).status).toBe(403);
    expect((await sendJson(emulator, REQUEST_ROUTE, "reader", body)).status).toBe(403);
    expect((await sendJson(emulator, REQUEST_ROUTE, "installation", body)).status).toBe(201);
    expect((await sendJson(emulator, REQUEST_ROUTE.replace("/6/", "/1/"), "bob", body)).status).toBe(404);
    expect((await sendJson(emulator, REQUEST_ROUTE.replace("widgets", "gears"), "mallory", body)).status).toBe(404);
  });

  test("can be undone, ignoring reviewers who were not requested", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    await call(requestReviewers, { ...PULL, reviewers: ["carol", "erin"], team_reviewers: ["reviewers"] });
    await call(removeRequestedReviewers, { ...PULL, reviewers: ["CAROL", "dave", "unknown-user"] });
    expect(await requestedNames(emulator)).toEqual(["erin", "@reviewers"]);
    const updated = await call(removeRequestedReviewers, { ...PULL, reviewers: [], team_reviewers: ["reviewers"] });
    expect(updated.requested_teams).toEqual([]);
    expect(await requestedNames(emulator)).toEqual(["erin"]);
    const route = REQUEST_ROUTE.replace("POST", "DELETE");
    expect((await sendRequest(emulator, `${route}?reviewers[]=erin&reviewers[]=dave`, "bob")).status).toBe(200);
    expect(await requestedNames(emulator)).toEqual([]);
    expect((await sendJson(emulator, route, "bob", {})).status).toBe(422);
    expect((await sendJson(emulator, route, "dave", { reviewers: ["erin"] })).status).toBe(403);
  });

  test("emits an event for each reviewer that is added or removed", async ({ emulator }) => {
    await using receiver = await startReceiver();
    emulator.control.allowHookHost(receiver.host);
    const { call } = clientFor(emulator, "alice");
    const config = { url: receiver.url, content_type: "json" } as const;
    await call(createRepositoryHook, { ...WIDGETS, config, events: ["pull_request", "pull_request_review"] });
    await call(requestReviewers, { ...PULL, reviewers: ["carol", "erin"] });
    await call(requestReviewers, { ...PULL, reviewers: ["carol"], team_reviewers: ["reviewers"] });
    await call(removeRequestedReviewers, { ...PULL, reviewers: ["erin"] });
    await clientFor(emulator, "carol").call(createReview, { ...PULL, event: "APPROVE" });
    await emulator.control.settled();
    const [, ...payloads] = receiver.received.map(({ payload }) => payload);
    expect(payloads).toMatchObject([
      { action: "review_requested", number: 6, requested_reviewer: { login: "carol" }, sender: { login: "alice" } },
      { action: "review_requested", requested_reviewer: { login: "erin" } },
      { action: "review_requested", requested_team: { slug: "reviewers" } },
      { action: "review_request_removed", requested_reviewer: { login: "erin" } },
      { action: "submitted", review: { state: "approved", user: { login: "carol" } }, sender: { login: "carol" } },
    ]);
  });

  test("works for private repositories, too", async ({ emulator }) => {
    const pull = { ...GEARS, pull_number: 3 };
    await clientFor(emulator, "alice").call(requestReviewers, { ...pull, reviewers: ["alice"] });
    const { users } = await clientFor(emulator, "bob").call(listRequestedReviewers, pull);
    expect(users).toMatchObject([{ login: "alice" }]);
    await expect(clientFor(emulator, "mallory").call(listRequestedReviewers, pull)).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe("submitting a review", () => {
  test("removes the requests of the user and of the user's teams", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    await call(requestReviewers, {
      ...PULL,
      reviewers: ["carol", "erin"],
      team_reviewers: ["reviewers", "close-readers"],
    });
    await clientFor(emulator, "carol").call(createReview, { ...PULL, body: "in a minute" });
    expect(await requestedNames(emulator)).toEqual(["carol", "erin", "@reviewers", "@close-readers"]);
    await clientFor(emulator, "erin").call(createReview, { ...PULL, event: "COMMENT", body: "Fine" });
    expect(await requestedNames(emulator)).toEqual(["carol", "@reviewers", "@close-readers"]);
    // The user can be requested again after the review.
    await call(requestReviewers, { ...PULL, reviewers: ["erin"] });
    expect(await requestedNames(emulator)).toContain("erin");
  });

  test("leaves the requests that a model predicts after any sequence of requests and reviews", async ({ emulator }) => {
    const people = ["carol", "dave", "erin"];
    const teams: Record<string, readonly string[]> = { reviewers: ["bob", "carol"], "close-readers": ["carol"] };
    const someUsers = fc.uniqueArray(fc.constantFrom(...people));
    const someTeams = fc.uniqueArray(fc.constantFrom(...Object.keys(teams)));
    const step = fc.oneof(
      fc.record({ action: fc.constant("request" as const), people: someUsers, teams: someTeams }),
      fc.record({ action: fc.constant("remove" as const), people: someUsers, teams: someTeams }),
      fc.record({ action: fc.constant("review" as const), person: fc.constantFrom(...people) }),
    );
    const clients = new Map(["bob", ...people].map((name) => [name, clientFor(emulator, name)]));
    const clientOf = (name: string) => clients.get(name) ?? clientFor(emulator, name);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const { call } = clientOf("bob");
        await call(removeRequestedReviewers, { ...PULL, reviewers: people, team_reviewers: Object.keys(teams) });
        const pending = new Set<string>();
        for (const next of steps) {
          if (next.action === "review") {
            await clientOf(next.person).call(createReview, { ...PULL, event: "APPROVE" });
            pending.delete(next.person);
            for (const [team, members] of Object.entries(teams)) {
              if (members.includes(next.person)) pending.delete(`@${team}`);
            }
          } else {
            const names = { reviewers: next.people, team_reviewers: next.teams };
            await call(next.action === "request" ? requestReviewers : removeRequestedReviewers, {
              ...PULL,
              ...names,
            });
            for (const name of [...next.people, ...next.teams.map((team) => `@${team}`)]) {
              if (next.action === "request") pending.add(name);
              else pending.delete(name);
            }
          }
        }
        expect((await requestedNames(emulator)).toSorted()).toEqual([...pending].toSorted());
      }),
      { numRuns: pickSize(8, 25) },
    );
  });
});
