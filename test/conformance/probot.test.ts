import type { Context, ProbotOctokit } from "probot";
import { describe, expect, test } from "vitest";
import { startProbotApp } from "./start-probot-app.ts";

// Runs an app of the framework Probot that reacts to writes by writing itself.

const widgets = { owner: "acme", repo: "widgets" };

/** Ends an app's reactions to its own events, which would otherwise never end. */
const MAX_REACTIONS = 3;

/** An event that the app reacts to, and a write that causes it. */
interface Cause {
  readonly event: "push" | "pull_request_review.submitted";
  readonly write: (octokit: ProbotOctokit, text: string) => Promise<unknown>;
}

const PUSH: Cause = {
  event: "push",
  write: (octokit, text) =>
    octokit.rest.repos.createOrUpdateFileContents({
      ...widgets,
      path: `${text}.md`,
      message: text,
      content: Buffer.from(text).toString("base64"),
    }),
};

const REVIEW: Cause = {
  event: "pull_request_review.submitted",
  write: (octokit, body) => octokit.rest.pulls.createReview({ ...widgets, pull_number: 1, event: "COMMENT", body }),
};

const SEED = {
  users: { alice: {}, bob: {} },
  organizations: { acme: { members: { alice: "owner", bob: "member" }, base_permission: "push" } },
  repositories: {
    "acme/widgets": {
      files: { "README.md": "# Widgets\n" },
      commits: [{ branch: "round", from: "main", message: "Round", files: { "round.md": "Round.\n" } }],
      pulls: [{ number: 1, title: "Round", author: "bob", head: "round" }],
    },
  },
  tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo"] } },
};

/**
 * Starts an emulator, and an app that causes an event when it receives one.
 * @param ignores whether the app does nothing about an event
 */
async function startApp({ event, write }: Cause, ignores: (context: Context<Cause["event"]>) => boolean) {
  const senders: { login: string; type: string }[] = [];
  let reactions = 0;
  const app = await startProbotApp(SEED, ["push", "pull_request_review"], ({ on }) => {
    on(event, async (context) => {
      const { sender } = context.payload;
      senders.push({ login: sender?.login ?? "", type: sender?.type ?? "" });
      if (ignores(context) || reactions === MAX_REACTIONS) return;
      reactions += 1;
      await write(context.octokit, `reaction-${reactions}`);
    });
  });
  return {
    ...app,
    senders,
    /** Lets a user cause the first event, and waits until all reactions have ended. */
    async trigger() {
      await write(app.octokitOf("alice"), "first");
      await app.emulator.control.settled();
    },
  };
}

const alice = { login: "alice", type: "User" };
const robot = { login: "robot[bot]", type: "Bot" };

describe.for([
  ["pushes", PUSH],
  ["reviews", REVIEW],
] as const)("an app that reacts to %s with its own", ([, cause]) => {
  test("reacts once if it ignores bots", async () => {
    const { trigger, senders } = await startApp(cause, (context) => context.isBot);
    await trigger();
    expect(senders).toEqual([alice, robot]);
  });

  test("reacts to itself otherwise", async () => {
    const { trigger, senders } = await startApp(cause, () => false);
    await trigger();
    expect(senders).toEqual([alice, ...Array.from({ length: MAX_REACTIONS }, () => robot)]);
  });
});

test("an app finds itself, its installation and its bot", async () => {
  const { probot, emulator } = await startApp(PUSH, () => true);
  const installation_id = emulator.apps["robot"]?.installations["acme"] ?? 0;
  const { rest } = await probot.auth();
  const app = await rest.apps.getAuthenticated();
  expect(app.data).toMatchObject({ slug: "robot", owner: { login: "acme" }, installations_count: 1 });
  const installation = await rest.apps.getInstallation({ installation_id });
  expect(installation.data).toMatchObject({ app_slug: "robot", account: { login: "acme" } });
  const asInstallation = await probot.auth(installation_id);
  const bot = await asInstallation.rest.users.getByUsername({ username: "robot[bot]" });
  expect(bot.data).toMatchObject({ ...robot, html_url: app.data?.html_url });
  await expect(asInstallation.rest.users.getAuthenticated()).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining("Resource not accessible by integration"),
  });
});
