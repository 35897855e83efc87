import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { publishedIntegrity, publishPackages } from "./registry.ts";
import { temporaryFolder, writeFiles } from "./release.fixture.ts";
import { describeFile, type ReleaseManifest } from "./release-manifest.ts";
import { runProgram } from "./run-program.ts";

const PackOutput = z.array(z.object({ name: z.string(), filename: z.string(), integrity: z.string() }));
let registry: ChildProcess;
let address: string;

beforeEach(async () => {
  const file = fileURLToPath(new URL("registry.fixture.mjs", import.meta.url));
  registry = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = registry.stdout === null ? [] : await once(registry.stdout, "data");
  address = String(line).trim();
});

afterEach(() => {
  registry.kill();
  vi.unstubAllEnvs();
});

/** Packs packages, and configures npm to use only the test registry. */
function pack(...parts: readonly string[]): { readonly manifest: ReleaseManifest; readonly folder: string } {
  const folder = temporaryFolder();
  writeFiles(folder, { npmrc: `@forgehand:registry=${address}\n${address.replace("http:", "")}:_authToken=t\n` });
  vi.stubEnv("NPM_CONFIG_USERCONFIG", join(folder, "npmrc"));
  vi.stubEnv("NPM_CONFIG_CACHE", join(folder, "cache"));
  for (const part of parts) {
    const manifest = JSON.stringify({ name: `@forgehand/${part}`, version: "1.0.0" });
    writeFiles(folder, { [`${part}/package.json`]: manifest, [`${part}/index.js`]: "1" });
  }
  const packOutput = runProgram({ folder }, "npm", "pack", ...parts.map((part) => `./${part}`), "--json");
  const packages = PackOutput.parse(JSON.parse(packOutput)).map(({ name, filename, integrity }) => {
    return { name, integrity, files: 2, ...describeFile(filename, readFileSync(join(folder, filename))) };
  });
  const gitBundle = describeFile("", Buffer.alloc(0));
  const action = { commit: "", gitBundle, files: [] };
  return { manifest: { version: "1.0.0", source: "", notes: "", packages, assets: [], action }, folder };
}

/** Publishes without npm, which is slow to start. */
async function publish(name: string, version: string, integrity: string): Promise<void> {
  const body = JSON.stringify({ name, versions: { [version]: { name, version, dist: { integrity } } } });
  const { status } = await fetch(address + encodeURIComponent(name), { method: "PUT", body });
  expect(status).toBe(201);
}

const published = async () => (await fetch(`${address}-/published`)).json();

test("publishes only the packages that are not published yet", async () => {
  const { manifest, folder } = pack("core", "emulator");
  expect(publishedIntegrity(folder, "@forgehand/core", "1.0.0")).toBeUndefined();
  const [core] = manifest.packages;
  publishPackages({ ...manifest, packages: manifest.packages.slice(0, 1) }, folder, () => {});
  expect(publishedIntegrity(folder, "@forgehand/core", "1.0.0")).toBe(core?.integrity);
  expect(publishedIntegrity(folder, "@forgehand/core", "1.0.1")).toBeUndefined();
  const logged: string[] = [];
  publishPackages(manifest, folder, (line) => logged.push(line));
  expect(logged).toEqual(["@forgehand/core 1.0.0 is already published", "published @forgehand/emulator 1.0.0"]);
  expect(await published()).toEqual(["@forgehand/core@1.0.0", "@forgehand/emulator@1.0.0"]);
});

test("doesn't publish a package whose version is already published with different contents", async () => {
  await publish("@forgehand/core", "1.0.0", "sha512-b3RoZXI=");
  const { manifest, folder } = pack("core");
  expect(() => publishPackages(manifest, folder, () => {})).toThrow(
    "@forgehand/core 1.0.0 is already published with different contents.",
  );
  expect(await published()).toEqual(["@forgehand/core@1.0.0"]);
});
