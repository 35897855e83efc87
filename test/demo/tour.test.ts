import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
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

// Takes as long as fifty other tests, so quick test runs skip it and run only the tour with `--keep`.
test.runIf(isFullRun)("without --keep, the tour leaves only its screenshots and summaries, and exits", async () => {
  const { exitCode, text } = await runTour();
  expect(text).not.toContain("✗");
  expect(text).toContain("All steps passed");
  expect(exitCode).toBe(0);
  expect(filesIn("")).toEqual(FILES);
});

/** A command that was started, and what it has printed. */
interface StartedCommand {
  /**
   * Waits until the output matches.
   * @returns the groups of the pattern
   * @throws Error if a step of the tour fails, or the command ends
   */
  readonly printed: (pattern: RegExp) => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

function startCommand(command: string, args: readonly string[]): StartedCommand {
  const child: ChildProcess = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let [text, isEnded] = ["", false];
  /** Checks the output against the pattern that is waited for. */
  let check = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      check();
    });
  }
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isEnded = true;
      check();
      resolve();
    };
    child.once("error", end).once("close", end);
  });
  return {
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        check = () => {
          const found = pattern.exec(text);
          if (found) resolve(found.slice(1));
          else if (text.includes("✗") || isEnded)
            reject(new Error(`${isEnded ? "The command ended" : "A step failed"}: ${text}`));
        };
        check();
      }),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

// The tour is one command. Each test waits for a part of it, so that a part that hangs is found as soon as in other tests.
describe("the tour with --keep", () => {
  let tour: StartedCommand;
  beforeAll(() => {
    tour = startCommand(process.execPath, [TOUR, "--keep"]);
    return tour.stop;
  });

  test("passes all steps of the extension", async () => {
    await tour.printed(/✓ lists page: /);
  });

  test("takes a picture of each kind of page", async () => {
    await tour.printed(/✓ pages of 2022, 2024 and 2026: /);
    expect(filesIn("pages")).toEqual(PAGE_PICTURES);
  });

  test("passes all steps of the action and the terminal, and leaves the emulator and a browser profile with alice's account", async () => {
    const [output = "", repository = "", command = ""] = await tour.printed(
      /^([^✗]*All steps passed[^✗]*)keeps running at (\S+) until Ctrl-C[^\n]*\n\n {2}(.+)\n\nTokens:/,
    );
    expect(output).toMatch(/✓ redeliver: both events arrive/);
    expect(filesIn("")).toEqual([...FILES, "profile"].toSorted());
    const headless = `exec ${command} --headless=new --remote-debugging-port=0`;
    const chromiumProcess = startCommand("sh", ["-c", headless]);
    onTestFinished(chromiumProcess.stop);
    const [debuggerUrl = ""] = await chromiumProcess.printed(/DevTools listening on (ws:\S+)/);
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
});

test("rejects an unknown flag with a one-line message", async () => {
  const { exitCode, text } = await runTour("--fast");
  expect(exitCode).toBe(1);
  expect(text.trim()).toBe(
    "Unknown option '--fast'. The options are --keep (keep the emulator and the browser profile so that you can explore them) and --headed (show the browser).",
  );
});
