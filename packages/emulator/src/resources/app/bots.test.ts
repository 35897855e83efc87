import {
  createOrganizationHook,
  createReview,
  deleteOrganization,
  getApp,
  getUser,
  listCollaborators,
  listReviews,
  listRuleSuites,
  putContents,
  requestReviewers,
} from "@forgehand/core/operations";
import { describe, expect, onTestFinished } from "vitest";
import * as z from "zod/mini";
import { startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator, EmulatorOptions } from "../../public.ts";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

// The tokens of installations and jobs act as the bot account of their app.

const CREATED = "2026-01-31T12:00:00Z";
const widgets = { owner: "acme", repo: "widgets" };
const pull = { ...widgets, pull_number: 1 };
const content = Buffer.from("By a bot.\n").toString("base64");

const SEED = {
  users: { alice: {}, bob: {} },
  organizations: { acme: { members: { alice: "owner", bob: "member" }, base_permission: "push" }, makers: {} },
  repositories: {
    "acme/widgets": {
      files: { "README.md": "# Widgets\n" },
      commits: [{ branch: "round", from: "main", message: "Round", author: "robot[bot]", files: { "round.md": "" } }],
      pulls: [
        {
          number: 1,
          title: "Round",
          author: "robot[bot]",
          head: "round",
          reviews: [{ author: "github-actions[bot]", state: "COMMENTED", body: "Checked." }],
        },
      ],
    },
    "bob/notes": { issues: [{ number: 1, title: "Stale", author: "robot[bot]" }] },
  },
  apps: {
    robot: { name: "Robot", owner: "makers", created: CREATED, installations: { acme: {} } },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    robot: { kind: "installation", app: "robot", account: "acme", permissions: "all" },
    job: { kind: "workflow", repository: "acme/widgets", permissions: "all" },
  },
};

const test = emulatorTest({ seed: SEED });

const WORKFLOW_BOT = { login: "github-actions[bot]", id: 41898282, type: "Bot" };

describe("a bot account", () => {
  test("is found by its login, also encoded and in another case", async ({ emulator }) => {
    const { body } = await sendRequest(emulator, "GET /users/robot[bot]");
    const url = `${emulator.apiUrl}/users/robot%5Bbot%5D`;
    expect(body).toMatchObject({
      login: "robot[bot]",
      type: "Bot",
      site_admin: false,
      url,
      html_url: `${emulator.webUrl}/apps/robot`,
      repos_url: `${url}/repos`,
      name: null,
      email: null,
      public_repos: 0,
      created_at: CREATED,
    });
    for (const path of ["/users/robot%5Bbot%5D", "/users/Robot[bot]"])
      expect((await sendRequest(emulator, `GET ${path}`)).body).toEqual(body);
    expect((await sendRequest(emulator, "GET /users/robot")).status).toBe(404);
  });

  test("of the service runs workflows", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    expect(await call(getUser, { username: "github-actions[bot]" })).toMatchObject(WORKFLOW_BOT);
    expect(await call(getApp, { app_slug: "github-actions" })).toMatchObject({ id: 15368, name: "Actions" });
  });

  test("has the page and the picture of its app", async ({ emulator }) => {
    for (const username of ["robot[bot]", "github-actions[bot]"]) {
      const { html_url, avatar_url } = await clientFor(emulator).call(getUser, { username });
      const page = await fetch(html_url);
      expect([page.status, (await fetch(avatar_url)).status]).toEqual([200, 200]);
      expect(await page.text()).toContain(username.startsWith("robot") ? "<h1>Robot</h1>" : "<h1>Actions</h1>");
    }
    for (const path of ["apps/unknown", "robot[bot]", "apps/robot[bot]"])
      expect((await fetch(`${emulator.webUrl}/${path}`)).status).toBe(404);
  });

  test("has the neutral name in the neutral dialect", async () => {
    const emulator = await startEmulator({ dialect: "svc" });
    onTestFinished(() => emulator.stop());
    expect((await sendRequest(emulator, "GET /users/svc-actions[bot]")).body).toMatchObject({ type: "Bot" });
    expect((await sendRequest(emulator, "GET /users/github-actions[bot]")).status).toBe(404);
  });

  test("is not a user who can be asked, or who has access", async ({ emulator }) => {
    const reviewers = ["robot[bot]"];
    const request = clientFor(emulator, "alice").call(requestReviewers, { ...pull, reviewers });
    await expect(request).rejects.toMatchObject({ status: 422, message: expect.stringContaining("collaborator") });
    const collaborators = await clientFor(emulator, "alice").call(listCollaborators, widgets);
    expect(collaborators.map(({ login }) => login)).toEqual(["alice", "bob"]);
    const search = (author: string) =>
      sendRequest(emulator, `GET /search/issues?q=author:${author}+repo:acme/widgets+is:pr`);
    expect((await search("app/robot")).body).toMatchObject({
      total_count: 1,
      items: [{ user: { login: "robot[bot]" } }],
    });
    expect((await search("robot[bot]")).status).toBe(422);
  });

  test("is deleted with its app, and its contributions elsewhere remain", async ({ emulator }) => {
    await emulator.control.transition({ account: "makers", to: "deleted" });
    expect((await sendRequest(emulator, "GET /users/robot[bot]")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /app", "robot")).status).toBe(401);
    const { body } = await requestJson(emulator, "GET /search/issues?q=repo:bob/notes+is:issue", undefined, "bob");
    expect(body).toMatchObject({ items: [{ user: { login: "ghost" } }] });
    expect(emulator.control.apps()).toEqual([]);
  });
});

describe("a token of an installation or a job", () => {
  test.for([
    ["robot", "robot[bot]"],
    ["job", "github-actions[bot]"],
  ] as const)("of %s belongs to no user", async ([token], { emulator }) => {
    expect(await sendRequest(emulator, "GET /user", token)).toMatchObject({
      status: 403,
      body: { message: "Resource not accessible by integration" },
    });
  });

  test.for([
    ["robot", "robot[bot]"],
    ["job", "github-actions[bot]"],
  ] as const)("of %s writes and reviews as %s", async ([token, login]) => {
    const { emulator, payloads } = await startWithReceiver();
    const { call } = clientFor(emulator, token);
    const { id } = await call(getUser, { username: login });
    const email = `${id}+${login}@users.noreply.github.com`;
    const { commit } = await call(putContents, { ...widgets, path: "by-bot.md", message: "Add", content });
    expect(commit).toMatchObject({ author: { name: login, email }, committer: { name: login, email } });
    const review = await call(createReview, { ...pull, event: "COMMENT", body: "Fine." });
    expect(review.user).toMatchObject({ login, id, type: "Bot" });
    const [seeded, own] = await call(listReviews, pull);
    expect([seeded?.user, own?.user]).toMatchObject([WORKFLOW_BOT, { login }]);
    const sender = { login, id, type: "Bot", html_url: expect.stringContaining("/apps/") };
    expect(await payloads()).toMatchObject([
      { pusher: { name: login, email }, sender, commits: [{ author: { name: login, email } }] },
      { action: "submitted", review: { user: { login } }, sender },
    ]);
  });

  test("is the sender of organization events, and of the ping of a webhook that it creates", async () => {
    const { emulator, payloads, url } = await startWithReceiver();
    const { call } = clientFor(emulator, "robot");
    await call(createOrganizationHook, { org: "acme", name: "web", config: { url }, events: ["organization"] });
    await call(deleteOrganization, { org: "acme" });
    const senders = (await payloads()).map((payload) => payload["sender"]);
    expect(senders.length).toBeGreaterThan(2);
    for (const sender of senders) expect(sender).toMatchObject({ login: "robot[bot]", type: "Bot" });
  });

  test("is the actor of its pushes in rule suites", async ({ emulator }) => {
    const rule = { name: "History", target: "branch", enforcement: "active", rules: [{ type: "non_fast_forward" }] };
    const conditions = {
      ref_name: { include: ["~ALL"], exclude: [] },
      repository_name: { include: ["~ALL"], exclude: [] },
    };
    expect((await requestJson(emulator, "POST /orgs/acme/rulesets", { ...rule, conditions })).status).toBe(201);
    await clientFor(emulator, "robot").call(putContents, { ...widgets, path: "a.md", message: "Add", content });
    expect(await clientFor(emulator, "alice").call(listRuleSuites, { org: "acme" })).toMatchObject([
      { actor_name: "robot[bot]", result: "pass" },
    ]);
  });
});

test("events and jobs of the control API can be caused by a bot", async () => {
  const { emulator, payloads } = await startWithReceiver();
  emulator.control.sendEvent({ event: "push", repository: "acme/widgets", sender: "robot[bot]" });
  expect(await payloads()).toMatchObject([{ sender: { login: "robot[bot]" }, pusher: { name: "robot[bot]" } }]);
  const job = emulator.control.startJob({ repository: "acme/widgets", actor: "github-actions[bot]" });
  expect(job.env["GITHUB_ACTOR"]).toBe("github-actions[bot]");
  const deletion = () => emulator.control.transition({ account: "robot[bot]", to: "deleted" });
  expect(deletion).toThrow(new RangeError('There is no user or organization "robot[bot]".'));
});

test("seeds reject an app whose bot has the login of a user", async () => {
  const seed = { users: { alice: {}, "robot[bot]": {} }, apps: { robot: { owner: "alice" } } };
  await expect(startEmulator({ seed })).rejects.toThrow("apps.robot must be unique");
});

test("the ids of bots of the service leave those of other accounts unchanged", async ({ emulator }) => {
  const before = (await clientFor(emulator).call(getUser, { username: "robot[bot]" })).id;
  await emulator.control.seed({ users: { dave: {} } });
  expect((await clientFor(emulator).call(getUser, { username: "dave" })).id).toBe(before + 1);
});

/** Starts an emulator whose webhooks of acme and acme/widgets send every event to a receiver. */
async function startWithReceiver(options: EmulatorOptions = {}) {
  const receiver = await startReceiver();
  const hooks = [{ url: receiver.url, content_type: "json", events: ["push", "pull_request_review", "organization"] }];
  const { acme, ...others } = SEED.organizations;
  const organizations = { ...others, acme: { ...acme, hooks } };
  const emulator: Emulator = await startEmulator({ seed: { ...SEED, organizations }, ...options });
  onTestFinished(async () => {
    await emulator.stop();
    await receiver[Symbol.asyncDispose]();
  });
  return {
    emulator,
    url: receiver.url,
    async payloads() {
      await emulator.control.settled();
      return receiver.received.map(({ payload }) => z.parse(z.looseObject({}), payload));
    },
  };
}
