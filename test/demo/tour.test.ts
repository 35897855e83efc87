import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const TOUR = fileURLToPath(new URL("./tour.ts", import.meta.url));

function runTour(...flags: string[]): Promise<{ exitCode: number | null; text: string }> {
  const child = spawn(process.execPath, [TOUR, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (exitCode) => resolve({ exitCode, text }));
  });
}

test("the tour's every step holds, and its pictures and summaries are there", async () => {
  const { exitCode, text } = await runTour();
  expect(text).not.toContain("✗");
  expect(text).toContain("Every step held");
  expect(exitCode).toBe(0);
  expect(readdirSync(new URL("../../demo-output/", import.meta.url)).toSorted()).toEqual([
    ...["1-options.png", "2-star.png", "3-watch-menu.png", "4-watching.png", "5-review-request.png"],
    ...["6-rows.png", "7-lists.png", "8-job.png"],
    ...["config-apply.md", "config-check.md", "config-plan.md", "expect-subject.md"],
    ...["oidc-template.md", "redeliver.md", "rotate-secrets.md"],
  ]);
});

test("an unknown flag is refused in one line", async () => {
  const { exitCode, text } = await runTour("--fast");
  expect(exitCode).toBe(1);
  expect(text.trim()).toBe(
    "Unknown option '--fast'. There are --keep (leave the service running at the end) and --headed (show the browser).",
  );
});
