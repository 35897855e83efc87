import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@forgehand/core";
import { getCombinedStatus, listIssueComments } from "@forgehand/core/operations";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { afterAll, describe, expect } from "vitest";
import { isFullRun } from "../test-size.ts";

// Runs Danger, which reviews pull requests by the rules of a file. It is installed by the test, because it has many
// dependencies.

const DANGER = "danger@14.0.7";
const folder = mkdtempSync(join(tmpdir(), "forgehand-danger-"));

afterAll(() => rmSync(folder, { recursive: true }));

const RULES = `
const { danger, message, warn } = require("danger");
warn(danger.github.pr.title + ": " + danger.git.modified_files.join(", "));
message(process.env.RUN_NAME);
`;

const EVENT = { number: 1, pull_request: { number: 1, base: { repo: { full_name: "acme/widgets" } } } };
const widgets = { owner: "acme", repo: "widgets" };

/** Runs a program to its end, without blocking the emulator in this process. */
function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new Promise<string>((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...env } });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", reject).on("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} exited with code ${code}: ${output}`));
    });
  });
}

describe.skipIf(!isFullRun)("Danger", () => {
  emulatorTest({ seed: "full" })("comments on a pull request, and updates its comment", async ({ emulator, skip }) => {
    const { status } = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", DANGER], {
      cwd: folder,
    });
    if (status !== 0) skip(`${DANGER} could not be installed`);
    writeFileSync(join(folder, "dangerfile.js"), RULES);
    writeFileSync(join(folder, "event.json"), JSON.stringify({ ...EVENT, repository: { full_name: "acme/widgets" } }));
    const env = {
      GITHUB_ACTIONS: "true",
      GITHUB_WORKFLOW: "danger",
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_EVENT_PATH: join(folder, "event.json"),
      GITHUB_REPOSITORY: "acme/widgets",
      DANGER_GITHUB_API_BASE_URL: emulator.apiUrl,
      DANGER_GITHUB_HOST: new URL(emulator.webUrl).host,
      DANGER_GITHUB_API_TOKEN: emulator.tokens["alice"] ?? "",
    };
    const command = join(folder, "node_modules/danger/distribution/commands/danger.js");
    const review = (name: string) =>
      run(process.execPath, [command, "ci", "--dangerfile", "dangerfile.js"], { ...env, RUN_NAME: name });
    const { call, items } = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "" });
    const ownComments = async () => {
      const comments = await Array.fromAsync(items(listIssueComments, { ...widgets, issue_number: 1 }));
      return comments.filter(({ body }) => body?.includes("DangerID"));
    };

    await review("first");
    const [comment, ...others] = await ownComments();
    expect(others).toEqual([]);
    expect(comment?.body).toContain("Round the corners of the widget: ");
    expect(comment?.body).toContain("first");
    await review("second");
    expect(await ownComments()).toMatchObject([{ id: comment?.id, body: expect.stringContaining("second") }]);
    const { statuses } = await call(getCombinedStatus, { ...widgets, ref: "round-corners" });
    expect(statuses).toContainEqual(expect.objectContaining({ state: "success" }));
  });
});
