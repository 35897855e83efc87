import { createServer } from "node:http";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { type ApplicationFunction, createNodeMiddleware, Probot, ProbotOctokit } from "probot";
import { onTestFinished } from "vitest";
import { listenOnFreePort } from "../service/listen.ts";

const SECRET = "robot-hook-secret";
const WEBHOOK_PATH = "/api/github/webhooks";

/** Octokit without its own retries and pauses, for all installations: a function replaces Probot's defaults. */
const Octokit = ProbotOctokit.defaults((options: object) => ({
  ...options,
  retry: { enabled: false },
  throttle: { enabled: false },
}));

/** A seed without its apps. */
interface SeedWithOwner {
  readonly organizations: { readonly acme: object };
}

/** An app of Probot that runs, and the emulator that sends it events. */
export interface RunningApp {
  readonly emulator: Emulator;
  readonly probot: Probot;
  /** Returns a client of a user. */
  octokitOf(user: string): ProbotOctokit;
}

/**
 * Starts an emulator, and an app "robot" of the organization acme that is installed there. Stops both after the test.
 * @param events events that the app subscribes to
 */
export async function startProbotApp(
  seed: SeedWithOwner,
  events: readonly string[],
  app: ApplicationFunction,
): Promise<RunningApp> {
  const server = createServer((request, response) => void middleware(request, response));
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}${WEBHOOK_PATH}`;
  const hook = { url, secret: SECRET, content_type: "json" };
  const apps = { robot: { owner: "acme", events, installations: { acme: {} }, hook } };
  const emulator = await startEmulator({ seed: { ...seed, apps } });
  onTestFinished(() => emulator.stop());
  const { apiUrl: baseUrl, tokens, control } = emulator;
  const probot = new Probot({
    appId: emulator.apps["robot"]?.id,
    privateKey: await control.createAppKey("robot"),
    secret: SECRET,
    baseUrl,
    Octokit,
    logLevel: "fatal",
  });
  const middleware = await createNodeMiddleware(app, { probot, webhooksPath: WEBHOOK_PATH });
  return { emulator, probot, octokitOf: (user) => new Octokit({ auth: { token: tokens[user] }, baseUrl }) };
}
