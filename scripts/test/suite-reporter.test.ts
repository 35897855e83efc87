import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

/**
 * Runs vitest with the reporters for non-interactive output.
 * @param files sources by name
 */
function report(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-reporter-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(path("node_modules"), join(folder, "node_modules"), "junction");
  for (const [name, source] of Object.entries(files))
    writeFileSync(join(folder, `${name}.test.js`), `import { describe, expect, test } from "vitest";\n${source}`);
  const reporters = ["suite", "slowest-files"].map((name) => `--reporter=${path(`scripts/test/${name}-reporter.ts`)}`);
  const args = [path("node_modules/vitest/vitest.mjs"), "run", "--root", folder, ...reporters];
  const env = { ...process.env, VITEST: undefined, NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

test("prints one line for a passing suite", async () => {
  const output = await report({ sums: `test("adds", () => { console.log("noise"); expect(1 + 1).toBe(2); });` });
  expect(output).toMatch(/^✓ tests: 1 passed, 1 files in \d+\.\d s\n$/);
});

test("prints failures in full with counts, and the slowest files", async () => {
  const output = await report({
    sums: `
      test("adds", () => { console.log("a clue"); expect(1 + 1).toBe(3); });
      test("subtracts", () => expect(1 - 1).toBe(0));
    `,
    broken: `throw new Error("no such luck");`,
    good: `test("multiplies", () => expect(2 * 2).toBe(4));`,
  });
  expect(output).toContain("AssertionError: expected 2 to be 3");
  expect(output).toContain("a clue");
  expect(output).toContain("Error: no such luck");
  expect(output).toMatch(/^✗ tests: 2 passed, 1 failed, 2 of 3 files failed in \d+\.\d s$/m);
  expect(output).toMatch(/^Slowest files:\n( +\d+\.\d s {2}(sums|broken|good)\.test\.js\n){3}$/m);
});

test("prints why tests were skipped, if they say so, each reason once", async () => {
  const output = await report({
    clients: `
      test("gh", ({ skip }) => skip("gh is not installed"));
      describe("again", () => test("gh", ({ skip }) => skip("gh is not installed")));
      test.skip("later", () => {});
    `,
  });
  expect(output).toMatch(/^✓ tests: 0 passed, 3 skipped, 1 files in \d+\.\d s\n- skipped gh: gh is not installed\n$/);
});
