import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@forgehand/core";
import { createIssueComment, deleteIssueComment, listIssueComments, listIssues } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest, test } from "@forgehand/emulator/vitest";
import { describe, expect, onTestFinished } from "vitest";
import { addRepositories } from "./fleet/add-repositories.ts";
import { inputsFor } from "./inputs.ts";
import { runStep } from "./runner.ts";

const VARIABLES = { task: "set-variables", repositories: "acme/widgets", variables: "REGION=eu-west-1" };
const widgets = { owner: "acme", repo: "widgets" };

const clientOf = ({ apiUrl, tokens }: Emulator, name = "alice") =>
  createClient({ baseUrl: apiUrl, credentials: tokens[name] ?? name });

/** Environment of a run in `acme/widgets`. */
function runOf(emulator: Emulator, event: unknown = {}): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-event-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "event.json");
  writeFileSync(file, JSON.stringify(event));
  return {
    GITHUB_API_URL: emulator.apiUrl,
    GITHUB_SERVER_URL: emulator.webUrl,
    GITHUB_REPOSITORY: "acme/widgets",
    GITHUB_EVENT_PATH: file,
    GITHUB_RUN_ID: "42",
    GITHUB_WORKFLOW: "check",
    GITHUB_JOB: "secrets",
    GITHUB_ACTION: "step",
  };
}

const reporting = (emulator: Emulator) => ({ "report-token": emulator.tokens["workflow"] ?? "" });

describe("the plan on a pull request", () => {
  const onPull = { pull_request: { number: 1 } };
  const commentsOf = (emulator: Emulator) =>
    Array.fromAsync(clientOf(emulator).items(listIssueComments, { ...widgets, issue_number: 1 }));

  emulatorTest({ seed: "full" })("is one comment, which later runs update", async ({ emulator }) => {
    const before = await commentsOf(emulator);
    const inputs = { ...inputsFor(emulator), ...VARIABLES, ...reporting(emulator), "pull-request-comment": "true" };
    const first = await runStep(inputs, runOf(emulator, onPull));
    expect([first.exitCode, first.warnings]).toEqual([0, []]);
    const [comment, ...others] = (await commentsOf(emulator)).slice(before.length);
    expect(others).toEqual([]);
    expect(comment?.body).toMatch(/^<!-- forgehand-report [0-9a-f]{16} -->\n<p>Plan of this pull request\.<\/p>/);
    expect(comment?.body).toContain("<code>acme/<wbr>widgets: REGION</code>");
    expect(comment?.body).toContain(`${emulator.webUrl}/acme/widgets/actions/runs/42`);

    const changed = { ...inputs, variables: "REGION=us-east-1", mode: "check" };
    const second = await runStep(changed, runOf(emulator, { issue: { number: 1, pull_request: {} } }));
    expect(second.exitCode).toBe(1);
    const updated = (await commentsOf(emulator)).slice(before.length);
    expect(updated.map(({ id }) => id)).toEqual([comment?.id]);
    expect(updated[0]?.body).not.toBe(comment?.body);
  });

  emulatorTest({ seed: "full" })(
    "leaves comments of others alone, although they copy its mark",
    async ({ emulator }) => {
      const inputs = { ...inputsFor(emulator), ...VARIABLES, ...reporting(emulator), "pull-request-comment": "true" };
      await runStep(inputs, runOf(emulator, onPull));
      const [own] = (await commentsOf(emulator)).slice(-1);
      if (!own) throw new Error("The step wrote no comment.");
      await clientOf(emulator).call(deleteIssueComment, { ...widgets, comment_id: own.id });
      const body = `${own.body?.split("\n")[0]}\nmine`;
      const foreign = await clientOf(emulator, "dora").call(createIssueComment, { ...widgets, issue_number: 1, body });
      await runStep(inputs, runOf(emulator, onPull));
      const comments = (await commentsOf(emulator)).slice(-2);
      expect(comments).toMatchObject([
        { id: foreign.id, body },
        { body: expect.stringContaining("<code>none</code>"), user: { type: "Bot" } },
      ]);
    },
  );

  test("is not written for other events, and its problems are warnings", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...VARIABLES, ...reporting(emulator), "pull-request-comment": "true" };
    const push = await runStep(inputs, runOf(emulator, { ref: "refs/heads/main" }));
    expect([push.exitCode, push.warnings]).toEqual([0, []]);
    expect(push.log).toContain("This run belongs to no pull request");
    const missing = await runStep(inputs, runOf(emulator, { pull_request: { number: 999 } }));
    expect([missing.exitCode, missing.warnings]).toEqual([0, [expect.stringContaining("could not be written")]]);
    const reader = { ...inputs, "report-token": emulator.tokens["mallory"] ?? "" };
    const denied = await runStep(reader, runOf(emulator, { pull_request: { number: 999 } }));
    expect(denied.warnings).toEqual([expect.stringContaining("pull-requests: write")]);
    const empty = await runStep({ ...inputs, "report-token": "" }, runOf(emulator, onPull));
    expect([empty.exitCode, empty.warnings]).toEqual([0, [expect.stringContaining('"report-token" is empty')]]);
  });

  emulatorTest({ seed: "full" })("has at most 65,536 characters", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 400);
    const inputs = { ...inputsFor(emulator), ...VARIABLES, ...reporting(emulator), "pull-request-comment": "true" };
    const step = await runStep({ ...inputs, repositories: "acme/*" }, runOf(emulator, onPull));
    expect([step.exitCode, step.warnings]).toEqual([0, []]);
    const body = (await commentsOf(emulator)).at(-1)?.body ?? "";
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body).toContain("more, all in the report's file.");
  });
});

describe("drift", () => {
  const driftIssues = (emulator: Emulator, state: "open" | "closed") =>
    Array.fromAsync(clientOf(emulator).items(listIssues, { ...widgets, labels: "forgehand-drift", state }));
  const title = "Variables differ";

  test("is an issue that is opened, updated and closed", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...VARIABLES, ...reporting(emulator), "drift-issue": title };
    const check = { ...inputs, mode: "check" };
    const environment = runOf(emulator);
    expect((await runStep({ ...inputs, mode: "plan" }, environment)).exitCode).toBe(0);
    expect(await driftIssues(emulator, "open")).toEqual([]);

    expect((await runStep(check, environment)).exitCode).toBe(1);
    const [opened, ...others] = await driftIssues(emulator, "open");
    expect(others).toEqual([]);
    expect(opened).toMatchObject({ title, user: { type: "Bot" }, labels: [{ name: "forgehand-drift" }] });
    expect(opened?.body).toContain("differs from the configuration");

    await runStep({ ...check, variables: "REGION=us-east-1" }, environment);
    const updated = await driftIssues(emulator, "open");
    expect(updated.map(({ number }) => number)).toEqual([opened?.number]);
    expect(updated[0]?.body).not.toBe(opened?.body);

    await runStep({ ...inputs, mode: "apply" }, environment);
    expect(await driftIssues(emulator, "open")).toHaveLength(1);
    expect((await runStep(check, environment)).exitCode).toBe(0);
    expect(await driftIssues(emulator, "open")).toEqual([]);
    const [closed] = await driftIssues(emulator, "closed");
    expect(closed).toMatchObject({ number: opened?.number, state_reason: "completed" });
    expect(closed?.body).toContain("Everything is as configured again.");
  });

  test("stays open if not everything could be read", async ({ emulator }) => {
    const check = { ...inputsFor(emulator), ...VARIABLES, ...reporting(emulator), "drift-issue": title, mode: "check" };
    await runStep(check, runOf(emulator));
    expect(await driftIssues(emulator, "open")).toHaveLength(1);
    const unread = { ...check, repositories: "acme/nowhere" };
    await runStep(unread, runOf(emulator));
    expect(await driftIssues(emulator, "open")).toHaveLength(1);
  });
});
