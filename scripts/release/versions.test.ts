import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { PARTS } from "../parts.ts";
import { movingTag, newestTag, sharedVersion } from "./versions.ts";

/** A workspace of nothing but manifests. */
function workspace(versions: Readonly<Record<string, string>>, otherwise: string): string {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-versions-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { name, folder: part } of PARTS) {
    mkdirSync(join(folder, part), { recursive: true });
    const manifest = { name, version: versions[name] ?? otherwise };
    writeFileSync(join(folder, part, "package.json"), JSON.stringify(manifest));
  }
  return folder;
}

test("this project's own parts share one version", () => {
  expect(sharedVersion(fileURLToPath(new URL("../..", import.meta.url)))).toMatch(/^\d+\.\d+\.\d+$/);
});

test("versions that differ are refused by name", () => {
  expect(() => sharedVersion(workspace({ "@forgehand/emulator": "1.1.0" }, "1.0.0"))).toThrow(
    "All packages share one version, but there are @forgehand/core 1.0.0, @forgehand/emulator 1.1.0, @forgehand/extension 1.0.0, @forgehand/action 1.0.0. Give all of them the same.",
  );
});

test.each(["1.0.0-next.1", "01.0.0", "1.0"])("%s is no version that is released", (version) => {
  expect(() => sharedVersion(workspace({}, version))).toThrow(`The packages' version is ${version};`);
});

test("the moving tag is the major number's, and follows its newest version", () => {
  const tags = ["v1", "v1.9.0", "v1.10.0", "v1.2.30", "v2.0.0", "v10.0.0", "v1.11.0-next.1", "nightly"];
  expect(movingTag("1.10.0")).toBe("v1");
  expect(newestTag(tags, "v1")).toBe("v1.10.0");
  expect(newestTag(tags, "v10")).toBe("v10.0.0");
  expect(newestTag(tags, "v3")).toBeUndefined();
});
