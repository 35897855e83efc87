import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { zip } from "../packages/emulator/src/archives/zip.ts";
import { isFullRun } from "../test/test-size.ts";
import { linkPackages } from "./link-packages.ts";
import { packageContents } from "./package/package-contents.ts";
import { readSources } from "./package/read-sources.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Writes the source package that reviewers get into a folder, with the packages that set-up would install. */
function unpackSources(folder: string): void {
  for (const { name, content } of readSources(ROOT)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  for (const part of ["", "extension", "packages/core", "packages/emulator"]) {
    const installed = join(ROOT, part, "node_modules");
    const here = join(folder, part, "node_modules");
    linkPackages(installed, here);
    // Links the workspace's own packages to the unpacked sources.
    mkdirSync(join(here, "@forgehand"), { recursive: true });
    symlinkSync(join(folder, "packages/core"), join(here, "@forgehand/core"));
  }
}

/**
 * Builds and packs as a reviewer does.
 * @returns each package by its name
 */
async function pack(folder: string, env: Readonly<Record<string, string>>): Promise<Map<string, Buffer>> {
  unpackSources(folder);
  const options = { cwd: folder, env: { ...process.env, ...env } };
  for (const command of [["scripts/build.mjs", "extension"], ["scripts/package.ts"]]) {
    await promisify(execFile)(process.execPath, command, options);
  }
  const packages = join(folder, "extension/dist");
  return new Map(readdirSync(packages).map((name) => [name, readFileSync(join(packages, name))]));
}

/** Packs the extension built by set-up; rebuilds it only if it is out of date. */
async function packBuilt(): Promise<Map<string, Buffer>> {
  await promisify(execFile)(process.execPath, ["scripts/build.mjs", "extension"], { cwd: ROOT });
  const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, "extension/package.json"), "utf8"));
  return new Map(
    Object.entries(packageContents(ROOT)).map(([kind, files]) => [
      `forgehand-${version}-${kind}.zip`,
      Buffer.from(zip(files)),
    ]),
  );
}

test("the sources give the same packages in any folder, time zone and locale", async () => {
  const temporary = mkdtempSync(join(tmpdir(), "forgehand-package-"));
  onTestFinished(() => rmSync(temporary, { recursive: true }));
  const [here, there] = await Promise.all([
    isFullRun ? pack(join(temporary, "one"), { TZ: "UTC", LC_ALL: "C" }) : packBuilt(),
    pack(join(temporary, "further in", "the other"), { TZ: "Asia/Tokyo", LC_ALL: "tr_TR.UTF-8" }),
  ]);
  const kinds = [...here.keys()].map((name) => name.replace(/^forgehand-[\d.]+-(.+)\.zip$/, "$1"));
  expect(kinds.sort()).toEqual(["chrome", "firefox", "firefox-sources"]);
  for (const [name, bytes] of here) expect(there.get(name)?.equals(bytes), name).toBe(true);
});

test("packages contain our license and those of what they bundle", () => {
  const { chrome = [], firefox = [], "firefox-sources": sources = [] } = packageContents(ROOT);
  for (const files of [chrome, firefox]) {
    const names = files.map(({ name }) => name);
    expect(names).toContain("LICENSE");
    expect(names).toContain("THIRD-PARTY-NOTICES.txt");
  }
  expect(sources.map(({ name }) => name)).toContain("LICENSE");
});
