import { globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type RolldownOptions, rolldown } from "rolldown";
import license, { type Dependency } from "rollup-plugin-license";
import { expect, onTestFinished, test } from "vitest";
import { createNoticesCollector, NOTICES_FILE, noticesPlugin } from "./notices.ts";

/** Creates a project with some files in a temporary folder. */
function createProject(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "forgehand-notices-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function installedPackage(name: string, license: string | undefined, files: Readonly<Record<string, string>>) {
  const manifest = JSON.stringify({ name, version: "1.2.3", license, type: "module", main: "index.js" });
  const all = { "package.json": manifest, ...files };
  return Object.fromEntries(Object.entries(all).map(([file, text]) => [`node_modules/${name}/${file}`, text]));
}

/**
 * Bundles a project's main.js.
 * @returns the notices
 */
async function noticesOf(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: join(folder, "main.js"),
    cwd: folder,
    plugins: [noticesPlugin()],
    logLevel: "silent",
  });
  const { output } = await bundle.generate();
  const file = output.find(({ fileName }) => fileName === NOTICES_FILE);
  return file?.type === "asset" ? String(file.source) : "";
}

const titlesIn = (text: string) =>
  text.split("\n").filter((_, index, lines) => lines[index - 1]?.startsWith("===") ?? false);

test("lists the license of every bundled package, and of no other package", async () => {
  const folder = createProject({
    "main.js":
      'import { used } from "used";\nimport { part } from "@scope/parts";\nimport "unused";\nconsole.log(used, part);',
    ...installedPackage("used", "ISC", {
      "index.js": "export const used = Date.now();",
      "LICENSE.md": "Copyright Used\r\n\r\nBe free.\r\n",
    }),
    ...installedPackage("unused", "MIT", { "index.js": "export const unused = 3;", LICENSE: "Copyright Unused" }),
    ...installedPackage("@scope/parts", "MIT", {
      "index.js": 'export { part } from "./lib/theirs/part.js";',
      "lib/theirs/part.js": "export const part = Date.now();",
      "lib/theirs/LICENSE": "Copyright Theirs",
      "lib/others/LICENSE": "Copyright Others",
      LICENSE: "Copyright Parts",
    }),
  });
  const text = await noticesOf(folder);
  expect(titlesIn(text)).toEqual(["@scope/parts 1.2.3 (MIT)", "used 1.2.3 (ISC)"]);
  expect(text).toContain("Copyright Parts\n\nCopyright Theirs\n");
  expect(text).toContain("used 1.2.3 (ISC)\n\nCopyright Used\n\nBe free.\n");
  expect(text).not.toMatch(/Unused|Others|\r/);
  expect(text).not.toContain(folder);
});

test("adds the Apache license if a package only links to it", async () => {
  const folder = createProject({
    "main.js": 'export { used } from "used";',
    ...installedPackage("used", "Apache-2.0", {
      "index.js": "export const used = Date.now();",
      LICENSE: "Copyright 2024\nSee the web.",
    }),
  });
  expect(await noticesOf(folder)).toMatch(/Copyright 2024[^=]*TERMS AND CONDITIONS FOR USE/);
});

test.each([
  [
    "LGPL-3.0+",
    { LICENSE: "Copyleft" },
    "used 1.2.3 must have a permissive license to be bundled, but is licensed under LGPL-3.0+.",
  ],
  [
    undefined,
    { LICENSE: "Words" },
    "used 1.2.3 must have a permissive license to be bundled, but has no license in its manifest.",
  ],
  ["MIT", {}, "used 1.2.3 is bundled, but contains no license text."],
])("rejects a bundle with a package under %s and the files %o", async (license, files, message) => {
  const folder = createProject({
    "main.js": 'export { used } from "used";',
    ...installedPackage("used", license, { "index.js": "export const used = Date.now();", ...files }),
  });
  await expect(noticesOf(folder)).rejects.toThrow(message);
});

test("lists the bundler's own helpers, and rejects unknown ones", () => {
  const { plugin, text } = createNoticesCollector();
  const bundleWith = (id: string) => ({ "main.js": { type: "chunk", modules: { [id]: { renderedLength: 1 } } } });
  plugin.generateBundle(undefined, bundleWith("\0vite/preload-helper.js"));
  plugin.generateBundle(undefined, bundleWith("\0rolldown/runtime.js"));
  expect(titlesIn(text())).toEqual(["rolldown (MIT)", "vite (MIT)"]);
  expect(text()).toContain("Copyright (c) 2019-present, VoidZero Inc. and Vite contributors\n\nPermission is hereby");
  expect(() => plugin.generateBundle(undefined, bundleWith("\0other:helper"))).toThrow("bundled module other:helper");
});

test.each([
  ["action/dist", "zod 4.6.7 (MIT)"],
  ["packages/emulator/dist", "zod 4.6.7 (MIT)"],
  ["extension/.output/chrome-mv3", "idb 8.0.4 (ISC)"],
  ["extension/.output/firefox-mv3", "idb 8.0.4 (ISC)"],
])("%s contains the notices of its bundled packages, without file paths", (folder, bundled) => {
  const text = readFileSync(new URL(`../../${folder}/${NOTICES_FILE}`, import.meta.url), "utf8");
  expect(titlesIn(text)).toContain(bundled);
  expect(titlesIn(text).filter((title) => /openpgp|forgehand/.test(title))).toEqual([]);
  expect(text).not.toMatch(/node_modules|\.pnpm|^\//m);
});

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BUNDLED_PARTS = globSync("{action,packages/*}/rolldown.config.ts", { cwd: ROOT }).map(dirname);

test.each(BUNDLED_PARTS)("the notices of %s list the same packages as another tool", async (part) => {
  const cwd = join(ROOT, part);
  const { default: config }: { default: RolldownOptions } = await import(
    pathToFileURL(join(cwd, "rolldown.config.ts")).href
  );
  const found: Dependency[] = [];
  const otherTool = license({
    cwd,
    thirdParty: { multipleVersions: true, output: (dependencies) => void found.push(...dependencies) },
  });
  const bundle = await rolldown({ ...config, cwd, logLevel: "silent", plugins: [config.plugins, otherTool] });
  const { output } = await bundle.generate(Array.isArray(config.output) ? config.output[0] : config.output);
  const notices = output.find(({ fileName }) => fileName === NOTICES_FILE);
  const text = notices?.type === "asset" ? String(notices.source) : "";
  const theirs = found.filter((each) => !each.private).map((each) => `${each.name} ${each.version} (${each.license})`);
  // Helpers of the bundler, and code that a package contains from elsewhere, have no package of their own.
  const ours = titlesIn(text).filter((title) => / \d/.test(title));
  expect(ours).toEqual(theirs.filter((title) => !title.startsWith("@forgehand/")).toSorted());
  for (const { licenseText } of found) {
    const [line = ""] = licenseText?.trim().split(/\r?\n/).slice(-1) ?? [];
    expect(text).toContain(line);
  }
});
