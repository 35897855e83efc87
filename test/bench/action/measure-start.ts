import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { CaseOptions } from "../case-options.ts";
import { compareInRounds, type RoundComparison } from "../measure.ts";

const BUNDLE = fileURLToPath(new URL("../../../action/dist/main.js", import.meta.url));

const ROUNDS = { rounds: 31, warmUps: 2 };
const QUICK_ROUNDS = { rounds: 21, warmUps: 1 };

/** The measured programs: an empty Node program, and the action with two kinds of rejected inputs. */
export type StartCandidate = "node" | "invalid-input" | "conflicting-inputs";

/** Measures the time until the action's bundle has rejected invalid or conflicting inputs. */
export async function measureStart({ isQuick, onProgress }: CaseOptions): Promise<RoundComparison<StartCandidate>> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-start-"));
  try {
    const [empty, summary] = [join(folder, "empty.mjs"), join(folder, "summary.md")];
    for (const file of [empty, summary]) writeFileSync(file, "");
    const inputs = {
      INPUT_TOKEN: "ghp_x",
      INPUT_TASK: "redeliver",
      INPUT_REPOSITORIES: "acme/widgets",
      GITHUB_API_URL: "http://127.0.0.1:9",
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: folder,
    };
    const conflicting = { ...inputs, INPUT_TASK: "oidc-template", INPUT_REPOSITORIES: "" };
    return await compareInRounds<StartCandidate>(
      [
        { name: "node", cost: () => runOnce(empty, inputs, "") },
        {
          name: "invalid-input",
          cost: () => runOnce(BUNDLE, { ...inputs, INPUT_HOOK: "///" }, 'The input "hook" must'),
        },
        { name: "conflicting-inputs", cost: () => runOnce(BUNDLE, conflicting, 'or "repositories" must be set') },
      ],
      { ...(isQuick ? QUICK_ROUNDS : ROUNDS), onProgress: (round) => onProgress(`start, ${round}`) },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a program.
 * @returns milliseconds until it exited
 * @throws Error if its output lacks the expected message
 */
async function runOnce(file: string, env: Readonly<Record<string, string>>, expected: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve, reject) => {
    child.on("error", reject).on("close", () => resolve());
  });
  const [output] = await Promise.all([text(child.stdout), exited]);
  const duration = performance.now() - startedAt;
  if (!output.includes(expected)) throw new Error(`${file} printed ${JSON.stringify(output)} instead of ${expected}`);
  return duration;
}
