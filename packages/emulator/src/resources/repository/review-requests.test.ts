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
import { sized } from "../../../../../test/effort.ts";
import { as } from "../../calling.fixture.ts";
import { startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { GEARS, send, test, WIDGETS } from "./issues.fixture.ts";

const PULL = { ...WIDGETS, pull_number: 6 };
const ASKING = "POST /repos/acme/widgets/pulls/6/requested_reviewers";

async function requested(emulator: Emulator, pull = PULL): Promise<string[]> {
  const { users, teams } = await as(emulator).call(listRequestedReviewers, pull);
  return [...users.map(({ login }) => login), ...teams.map(({ slug }) => `@${slug}`)];
}

describe("asking for reviews", () => {
  test("asks people and teams once, whatever the case of their names, and gives the pull request back", async ({
    emulator,
  }) => {
    const { call } = as(emulator, "bob");
    const reviewers = ["carol", "ERIN", "Carol", "dave"];
    const asked = await call(requestReviewers, { ...PULL, reviewers, team_reviewers: ["Reviewers"] });
    expect(asked).toMatchObject({
      requested_reviewers: [{ login: "carol" }, { login: "erin" }, { login: "dave" }],
      requested_teams: [{ slug: "reviewers" }],
      updated_at: "2026-02-02T12:00:00Z",
    });
    const again = await call(requestReviewers, { ...PULL, reviewers: ["carol"] });
    expect(again.requested_reviewers).toHaveLength(3);
    expect(await requested(emulator)).toEqual(["carol", "erin", "dave", "@reviewers"]);
    expect((await call(getPullRequest, PULL)).requested_teams).toMatchObject([{ slug: "reviewers" }]);
  });

  test("asks a team below one that was let in", async ({ emulator }) => {
    await as(emulator, "bob").call(requestReviewers, { ...PULL, team_reviewers: ["close-readers"] });
    expect(await requested(emulator)).toEqual(["@close-readers"]);
  });

  test.for<[why: string, body: object, message: string]>([
    ["somebody who was never let in", { reviewers: ["carol", "mallory"] }, "mallory is not a collaborator"],
    ["nobody there is", { reviewers: ["carol", "nobody"] }, "nobody is not a collaborator"],
    ["an organization", { reviewers: ["acme"] }, "acme is not a collaborator"],
    ["who wrote it", { reviewers: ["carol", "bob"] }, "pull request author"],
    ["a team without access", { reviewers: ["carol"], team_reviewers: ["strangers"] }, "strangers"],
    ["no team there is", { team_reviewers: ["none"] }, "none"],
    ["no names", { reviewers: "carol" }, "Validation"],
  ])("is refused for %s, and nobody is asked", async ([, body, message], { emulator }) => {
    const answer = await send(emulator, ASKING, "bob", body);
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining(message) } });
    expect(await requested(emulator)).toEqual([]);
  });

  test("asks fifteen people at once, and no more", async () => {
    const many = Array.from({ length: 16 }, (_, at) => `person-${at}`);
    const seed = {
      users: { bob: {}, ...Object.fromEntries(many.map((login) => [login, {}])) },
      repositories: {
        "bob/garden": {
          collaborators: Object.fromEntries(many.map((login) => [login, "pull"])),
          pulls: [{ number: 1, title: "Plant", author: "bob", head: "plant" }],
        },
      },
      tokens: { bob: { kind: "classic", user: "bob", scopes: ["repo"] } },
    };
    const emulator = await startEmulator({ seed });
    const route = "POST /repos/bob/garden/pulls/1/requested_reviewers";
    expect((await send(emulator, route, "bob", { reviewers: many })).status).toBe(422);
    const most = many.slice(0, 15);
    expect((await send(emulator, route, "bob", { reviewers: [...most, ...most] })).status).toBe(201);
    expect((await send(emulator, route, "bob", { reviewers: many.slice(15) })).status).toBe(201);
    expect(await requested(emulator, { owner: "bob", repo: "garden", pull_number: 1 })).toHaveLength(16);
    await emulator.stop();
  });

  test("takes push access, and a pull request", async ({ emulator }) => {
    const body = { reviewers: ["carol"] };
    expect((await send(emulator, ASKING, "dave", body)).status).toBe(403);
    expect((await send(emulator, ASKING, "mallory", body)).status).toBe(403);
    expect((await send(emulator, ASKING, "reader", body)).status).toBe(403);
    expect((await send(emulator, ASKING, "installation", body)).status).toBe(201);
    expect((await send(emulator, ASKING.replace("/6/", "/1/"), "bob", body)).status).toBe(404);
    expect((await send(emulator, ASKING.replace("widgets", "gears"), "mallory", body)).status).toBe(404);
  });

  test("is withdrawn, of those who are named and were asked", async ({ emulator }) => {
    const { call } = as(emulator, "bob");
    await call(requestReviewers, { ...PULL, reviewers: ["carol", "erin"], team_reviewers: ["reviewers"] });
    await call(removeRequestedReviewers, { ...PULL, reviewers: ["CAROL", "dave", "nobody"] });
    expect(await requested(emulator)).toEqual(["erin", "@reviewers"]);
    const left = await call(removeRequestedReviewers, { ...PULL, reviewers: [], team_reviewers: ["reviewers"] });
    expect(left.requested_teams).toEqual([]);
    expect(await requested(emulator)).toEqual(["erin"]);
    const route = ASKING.replace("POST", "DELETE");
    expect((await send(emulator, route, "bob", {})).status).toBe(422);
    expect((await send(emulator, route, "dave", { reviewers: ["erin"] })).status).toBe(403);
  });

  test("tells the webhooks of each who is asked, and of each who no longer is", async ({ emulator }) => {
    await using receiver = await startReceiver();
    const { call } = as(emulator, "alice");
    const config = { url: receiver.url, content_type: "json" } as const;
    await call(createRepositoryHook, { ...WIDGETS, config, events: ["pull_request", "pull_request_review"] });
    await call(requestReviewers, { ...PULL, reviewers: ["carol", "erin"] });
    await call(requestReviewers, { ...PULL, reviewers: ["carol"], team_reviewers: ["reviewers"] });
    await call(removeRequestedReviewers, { ...PULL, reviewers: ["erin"] });
    await as(emulator, "carol").call(createReview, { ...PULL, event: "APPROVE" });
    await emulator.control.settled();
    const [, ...told] = receiver.received.map(({ payload }) => payload);
    expect(told).toMatchObject([
      { action: "review_requested", number: 6, requested_reviewer: { login: "carol" }, sender: { login: "alice" } },
      { action: "review_requested", requested_reviewer: { login: "erin" } },
      { action: "review_requested", requested_team: { slug: "reviewers" } },
      { action: "review_request_removed", requested_reviewer: { login: "erin" } },
      { action: "submitted", review: { state: "approved", user: { login: "carol" } }, sender: { login: "carol" } },
    ]);
  });
});

describe("whoever submits a review is no longer asked for one", () => {
  test("neither a person nor the teams that the person stands for", async ({ emulator }) => {
    const { call } = as(emulator, "bob");
    await call(requestReviewers, {
      ...{ ...PULL, reviewers: ["carol", "erin"], team_reviewers: ["reviewers", "close-readers"] },
    });
    await as(emulator, "carol").call(createReview, { ...PULL, body: "in a minute" });
    expect(await requested(emulator)).toEqual(["carol", "erin", "@reviewers", "@close-readers"]);
    await as(emulator, "erin").call(createReview, { ...PULL, event: "COMMENT", body: "Fine" });
    expect(await requested(emulator)).toEqual(["carol", "@reviewers", "@close-readers"]);
    // Asked again after all.
    await call(requestReviewers, { ...PULL, reviewers: ["erin"] });
    expect(await requested(emulator)).toContain("erin");
  });

  test("whatever was asked and given, in whatever order", async ({ emulator }) => {
    const people = ["carol", "dave", "erin"];
    const teams: Record<string, readonly string[]> = { reviewers: ["bob", "carol"], "close-readers": ["carol"] };
    const who = fc.uniqueArray(fc.constantFrom(...people));
    const which = fc.uniqueArray(fc.constantFrom(...Object.keys(teams)));
    const step = fc.oneof(
      fc.record({ do: fc.constant("ask" as const), people: who, teams: which }),
      fc.record({ do: fc.constant("withdraw" as const), people: who, teams: which }),
      fc.record({ do: fc.constant("review" as const), person: fc.constantFrom(...people) }),
    );
    const clients = new Map(["bob", ...people].map((name) => [name, as(emulator, name)]));
    const clientOf = (name: string) => clients.get(name) ?? as(emulator, name);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const { call } = clientOf("bob");
        await call(removeRequestedReviewers, { ...PULL, reviewers: people, team_reviewers: Object.keys(teams) });
        const asked = new Set<string>();
        for (const next of steps) {
          if (next.do === "review") {
            await clientOf(next.person).call(createReview, { ...PULL, event: "APPROVE" });
            asked.delete(next.person);
            for (const [team, members] of Object.entries(teams)) {
              if (members.includes(next.person)) asked.delete(`@${team}`);
            }
          } else {
            const names = { reviewers: next.people, team_reviewers: next.teams };
            await call(next.do === "ask" ? requestReviewers : removeRequestedReviewers, { ...PULL, ...names });
            for (const name of [...next.people, ...next.teams.map((team) => `@${team}`)]) {
              if (next.do === "ask") asked.add(name);
              else asked.delete(name);
            }
          }
        }
        expect((await requested(emulator)).toSorted()).toEqual([...asked].toSorted());
      }),
      { numRuns: sized(8, 25) },
    );
  });

  test("in private repositories too", async ({ emulator }) => {
    const pull = { ...GEARS, pull_number: 3 };
    await as(emulator, "alice").call(requestReviewers, { ...pull, reviewers: ["alice"] });
    const { users } = await as(emulator, "bob").call(listRequestedReviewers, pull);
    expect(users).toMatchObject([{ login: "alice" }]);
    await expect(as(emulator, "mallory").call(listRequestedReviewers, pull)).rejects.toMatchObject({ status: 404 });
  });
});
