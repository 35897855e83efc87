import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { isFullRun } from "../effort.ts";

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

/** The pictures and summaries of a tour whose every step held. */
const FILES = [
  ...["1-options.png", "2-star.png", "3-watch-menu.png", "4-watching.png", "5-review-request.png"],
  ...["6-rows.png", "7-lists.png", "8-job.png"],
  ...["config-apply.md", "config-check.md", "config-plan.md", "expect-subject.md"],
  ...["oidc-template.md", "redeliver.md", "rotate-secrets.md"],
];
const files = () => readdirSync(new URL("../../demo-output/", import.meta.url)).toSorted();

// Costs as much as fifty tests; a quick run takes the tour with --keep only.
test.runIf(isFullRun)("without --keep, the tour leaves its pictures and summaries alone, and ends", async () => {
  const { exitCode, text } = await runTour();
  expect(text).not.toContain("✗");
  expect(text).toContain("Every step held");
  expect(exitCode).toBe(0);
  expect(files()).toEqual(FILES);
});

/** Starts something that is ended with the test. @returns what stands in the brackets of a pattern, once it prints that */
async function start(command: string, args: readonly string[], pattern: RegExp): Promise<readonly string[]> {
  const child: ChildProcess = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  let text = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        const found = pattern.exec(text);
        if (found) resolve(found.slice(1));
      });
    }
    child.on("error", reject).on("close", () => reject(new Error(`It ended: ${text}`)));
  });
}

test("the tour's every step holds; with --keep, the service and a browser's profile with alice's account are left", async () => {
  const [told = "", repository = "", command = ""] = await start(
    process.execPath,
    [TOUR, "--keep"],
    /^([^✗]*Every step held[^✗]*)stays at (\S+) until Ctrl-C[^\n]*\n\n {2}(.+)\n\nTokens:/,
  );
  expect(told).toMatch(/✓ redeliver: both events arrive/);
  expect(files()).toEqual([...FILES, "profile"].toSorted());
  const headless = `exec ${command} --headless=new --remote-debugging-port=0`;
  const [debugging = ""] = await start("sh", ["-c", headless], /DevTools listening on (ws:\S+)/);
  const browser = await chromium.connectOverCDP(debugging);
  onTestFinished(() => browser.close());
  const page = browser
    .contexts()
    .flatMap((context) => context.pages())
    .find((open) => open.url() === repository);
  if (!page) throw new Error(`No tab shows ${repository}.`);
  await page.getByRole("button", { name: "Watch: watching" }).waitFor();
  await page.getByRole("button", { name: "Unstar", exact: true }).click();
  await page.getByRole("button", { name: "Star", exact: true }).waitFor();
});

test("an unknown flag is refused in one line", async () => {
  const { exitCode, text } = await runTour("--fast");
  expect(exitCode).toBe(1);
  expect(text.trim()).toBe(
    "Unknown option '--fast'. There are --keep (leave the service and the browser's profile to play with) and --headed (show the browser).",
  );
});
