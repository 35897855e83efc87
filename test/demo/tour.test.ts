import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { isFullRun } from "../test-size.ts";
import { PAGE_PICTURES } from "./page-pictures.ts";

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

/** The screenshots and summaries of a tour that passed. */
const FILES = [
  "1-options.png",
  "2-star.png",
  "3-watch-menu.png",
  "4-watching.png",
  "5-review-request.png",
  "6-rows.png",
  "7-lists.png",
  "8-job.png",
  "config-apply.md",
  "config-check.md",
  "config-plan.md",
  "expect-subject.md",
  "forgehand-plan.txt",
  "oidc-template.md",
  "pages",
  "redeliver.md",
  "rotate-secrets.md",
];
const filesIn = (folder: string) => readdirSync(new URL(`../../demo-output/${folder}`, import.meta.url)).toSorted();

/** Only a hanging tour reaches this limit, in milliseconds. It takes as long as fifty other tests. */
const TOUR_TIMEOUT = 360_000;

// Quick test runs skip it and run only the tour with `--keep`.
test.runIf(isFullRun)(
  "without --keep, the tour leaves only its screenshots and summaries, and exits",
  {
    timeout: TOUR_TIMEOUT,
  },
  async () => {
    const { exitCode, text } = await runTour();
    expect(text).not.toContain("✗");
    expect(text).toContain("All steps passed");
    expect(exitCode).toBe(0);
    expect(filesIn("")).toEqual(FILES);
  },
);

/**
 * Starts a command that is stopped when the test ends.
 * @returns the groups of the pattern, as soon as the output matches
 */
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
    child.on("error", reject).on("close", () => reject(new Error(`The command ended: ${text}`)));
  });
}

test("all steps of the tour pass; with --keep, the emulator and a browser profile with alice's account are left", {
  timeout: TOUR_TIMEOUT,
}, async () => {
  const [output = "", repository = "", command = ""] = await start(
    process.execPath,
    [TOUR, "--keep"],
    /^([^✗]*All steps passed[^✗]*)keeps running at (\S+) until Ctrl-C[^\n]*\n\n {2}(.+)\n\nTokens:/,
  );
  expect(output).toMatch(/✓ redeliver: both events arrive/);
  expect(filesIn("")).toEqual([...FILES, "profile"].toSorted());
  expect(filesIn("pages")).toEqual(PAGE_PICTURES);
  const headless = `exec ${command} --headless=new --remote-debugging-port=0`;
  const [debuggerUrl = ""] = await start("sh", ["-c", headless], /DevTools listening on (ws:\S+)/);
  const browser = await chromium.connectOverCDP(debuggerUrl);
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

test("rejects an unknown flag with a one-line message", async () => {
  const { exitCode, text } = await runTour("--fast");
  expect(exitCode).toBe(1);
  expect(text.trim()).toBe(
    "Unknown option '--fast'. The options are --keep (keep the emulator and the browser profile so that you can explore them) and --headed (show the browser).",
  );
});
