import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type Rounds, rounds } from "../measure.ts";
import type { Order } from "../order.ts";

const BUNDLE = fileURLToPath(new URL("../../../action/dist/main.js", import.meta.url));

const ROUNDS = { rounds: 31, warmUps: 2 };
const QUICK_ROUNDS = { rounds: 21, warmUps: 1 };

/** What a step costs that refuses its inputs, in milliseconds, and an empty Node. */
export type StartName = "node" | "wrong form" | "wrong together";

/** Runs the bundle with inputs that it refuses: those whose form is wrong, and those that don't go together. */
export async function measureStart({ isQuick, tell }: Order): Promise<Rounds<StartName>> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-start-"));
  try {
    const [empty, summary] = [join(folder, "empty.mjs"), join(folder, "summary.md")];
    for (const file of [empty, summary]) writeFileSync(file, "");
    const inputs = {
      ...{ INPUT_TOKEN: "ghp_x", INPUT_TASK: "redeliver", INPUT_REPOSITORIES: "acme/widgets" },
      ...{ GITHUB_API_URL: "http://127.0.0.1:9", GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: folder },
    };
    const together = { ...inputs, INPUT_TASK: "oidc-template", INPUT_REPOSITORIES: "" };
    return await rounds<StartName>(
      [
        { name: "node", cost: () => runOnce(empty, inputs, "") },
        { name: "wrong form", cost: () => runOnce(BUNDLE, { ...inputs, INPUT_HOOK: "///" }, 'The input "hook" is') },
        { name: "wrong together", cost: () => runOnce(BUNDLE, together, "name what to set") },
      ],
      { ...(isQuick ? QUICK_ROUNDS : ROUNDS), tell: (round) => tell(`start, ${round}`) },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns milliseconds until it had ended. @throws Error where it did not say what it was to say */
async function runOnce(file: string, env: Readonly<Record<string, string>>, expected: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", reject).on("close", () => resolve());
  });
  const [said] = await Promise.all([text(child.stdout), ended]);
  const took = performance.now() - began;
  if (!said.includes(expected)) throw new Error(`${file} said ${JSON.stringify(said)} in place of ${expected}`);
  return took;
}
