import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { PARTS } from "../parts.ts";
import { majorTag, newestTag, sharedVersion } from "./versions.ts";

/** Creates a workspace that only has manifests. */
function workspace(versions: Readonly<Record<string, string>>, defaultVersion: string): string {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-versions-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { name, folder: part } of PARTS) {
    mkdirSync(join(folder, part), { recursive: true });
    const manifest = { name, version: versions[name] ?? defaultVersion };
    writeFileSync(join(folder, part, "package.json"), JSON.stringify(manifest));
  }
  return folder;
}

test("this project's parts share one version", () => {
  expect(sharedVersion(fileURLToPath(new URL("../..", import.meta.url)))).toMatch(/^\d+\.\d+\.\d+$/);
});

test("rejects packages with different versions, and lists the version of each", () => {
  expect(() => sharedVersion(workspace({ "@forgehand/emulator": "1.1.0" }, "1.0.0"))).toThrow(
    "All packages must have the same version, got @forgehand/core 1.0.0, @forgehand/redis 1.0.0, @forgehand/postgres 1.0.0, @forgehand/emulator 1.1.0, @forgehand/cli 1.0.0, @forgehand/extension 1.0.0, @forgehand/action 1.0.0.",
  );
});

test.each(["1.0.0-next.1", "01.0.0", "1.0"])("rejects the version %s", (version) => {
  expect(() => sharedVersion(workspace({}, version))).toThrow(
    `The packages' version must have the form 1.2.3, got ${version}.`,
  );
});

test("the major tag follows the newest version of its major version", () => {
  const tags = ["v1", "v1.9.0", "v1.10.0", "v1.2.30", "v2.0.0", "v10.0.0", "v1.11.0-next.1", "nightly"];
  expect(majorTag("1.10.0")).toBe("v1");
  expect(newestTag(tags, "v1")).toBe("v1.10.0");
  expect(newestTag(tags, "v10")).toBe("v10.0.0");
  expect(newestTag(tags, "v3")).toBeUndefined();
});
