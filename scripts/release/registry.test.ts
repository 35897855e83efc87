import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { type Made, measure } from "./made.ts";
import { run } from "./program.ts";
import { publishedIntegrity, publishPackages } from "./registry.ts";
import { temporaryFolder, write } from "./repository.fixture.ts";

const Packed = z.array(z.object({ name: z.string(), filename: z.string(), integrity: z.string() }));
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

/** Packs packages, and lets npm know of no other registry. */
function pack(...parts: readonly string[]): { readonly made: Made; readonly folder: string } {
  const folder = temporaryFolder();
  write(folder, { npmrc: `@forgehand:registry=${address}\n${address.replace("http:", "")}:_authToken=t\n` });
  vi.stubEnv("NPM_CONFIG_USERCONFIG", join(folder, "npmrc"));
  vi.stubEnv("NPM_CONFIG_CACHE", join(folder, "cache"));
  for (const part of parts) {
    const manifest = JSON.stringify({ name: `@forgehand/${part}`, version: "1.0.0" });
    write(folder, { [`${part}/package.json`]: manifest, [`${part}/index.js`]: "1" });
  }
  const told = run({ folder }, "npm", "pack", ...parts.map((part) => `./${part}`), "--json");
  const packages = Packed.parse(JSON.parse(told)).map(({ name, filename, integrity }) => {
    return { name, integrity, files: 2, ...measure(filename, readFileSync(join(folder, filename))) };
  });
  const history = measure("", Buffer.alloc(0));
  const action = { commit: "", history, files: [] };
  return { made: { version: "1.0.0", source: "", notes: "", packages, assets: [], action }, folder };
}

/** Publishes without npm, which takes long to start. */
async function publish(name: string, version: string, integrity: string): Promise<void> {
  const body = JSON.stringify({ name, versions: { [version]: { name, version, dist: { integrity } } } });
  const { status } = await fetch(address + encodeURIComponent(name), { method: "PUT", body });
  expect(status).toBe(201);
}

const published = async () => (await fetch(`${address}-/published`)).json();

test("what is published is not published again, and what is missing is", async () => {
  const { made, folder } = pack("core", "emulator");
  expect(publishedIntegrity(folder, "@forgehand/core", "1.0.0")).toBeUndefined();
  const [core] = made.packages;
  publishPackages({ ...made, packages: made.packages.slice(0, 1) }, folder, () => {});
  expect(publishedIntegrity(folder, "@forgehand/core", "1.0.0")).toBe(core?.integrity);
  expect(publishedIntegrity(folder, "@forgehand/core", "1.0.1")).toBeUndefined();
  const said: string[] = [];
  publishPackages(made, folder, (line) => said.push(line));
  expect(said).toEqual(["@forgehand/core 1.0.0 is published already", "published @forgehand/emulator 1.0.0"]);
  expect(await published()).toEqual(["@forgehand/core@1.0.0", "@forgehand/emulator@1.0.0"]);
});

test("a version that is published with other contents is refused before anything else goes out", async () => {
  await publish("@forgehand/core", "1.0.0", "sha512-b3RoZXI=");
  const { made, folder } = pack("core");
  expect(() => publishPackages(made, folder, () => {})).toThrow(
    "@forgehand/core 1.0.0 is published with other contents.",
  );
  expect(await published()).toEqual(["@forgehand/core@1.0.0"]);
});
