import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import { SCREENSHOTS } from "../../scripts/screenshots/screenshots.ts";
import { takeScreenshots } from "../../scripts/screenshots/take-screenshots.ts";
import { browserTest } from "./session.ts";

describe("the stores' screenshots", () => {
  const test = browserTest({ seed: "full" });

  test("have the size that stores require", async ({ browser, emulator }) => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-screenshots-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = await takeScreenshots(browser, emulator, { folder, languages: ["de"], colorSchemes: ["dark"] });
    expect(files).toHaveLength(SCREENSHOTS.length);
    for (const file of files) {
      const header = readFileSync(file);
      expect([header.readUInt32BE(16), header.readUInt32BE(20)], file).toEqual([1280, 800]);
    }
  });
});
