import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CHROMIUM } from "./chromium.mjs";
import { FIREFOX } from "./firefox.mjs";
import { ensureProgram, findProgram } from "./program.mjs";

let folder: string;

/** A command on a PATH that has nothing else. */
function putCommand(name: string, script: string) {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "forgehand-path-"));
  symlinkSync("/bin/sh", join(folder, "sh"));
  vi.stubEnv("PATH", folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe.each([CHROMIUM, FIREFOX])("$title", (program) => {
  const [name = "", other = ""] = program.names;
  const installed = () => join(folder, name);

  beforeEach(() => vi.stubEnv(program.variable, ""));

  test("its variable comes before what the PATH has", () => {
    putCommand(name, "");
    vi.stubEnv(program.variable, process.execPath);
    expect(findProgram(program)).toBe(process.execPath);
  });

  test("a variable that names nothing that runs is told of, not passed over", () => {
    putCommand(name, "");
    vi.stubEnv(program.variable, "/nowhere/browser");
    expect(() => findProgram(program)).toThrow(
      `${program.variable} is /nowhere/browser, which is not an executable file. Correct or unset it.`,
    );
  });

  test("is found on the PATH by each of its names", () => {
    expect(findProgram(program)).toBeUndefined();
    const second = putCommand(other, "");
    expect(findProgram(program)).toBe(second);
    const first = putCommand(name, "");
    expect(findProgram(program)).toBe(first);
  });

  test("is installed where that is possible, once, and said so", () => {
    vi.spyOn(process, "getuid").mockReturnValue(0);
    const create = `echo '#!/bin/sh' > ${installed()}; /bin/chmod +x ${installed()}`;
    putCommand("apt-get", `case "$*" in *"install"*"${program.packages.join(" ")}") ${create};; esac`);
    const say = vi.fn<(line: string) => void>();
    expect(ensureProgram(program, say)).toBe(installed());
    expect(ensureProgram(program, say)).toBe(installed());
    expect(say.mock.calls).toEqual([[`installing ${program.title} (Debian's package)`]]);
  });

  test("an installation that fails says with which command, and why", () => {
    vi.spyOn(process, "getuid").mockReturnValue(0);
    putCommand("apt-get", `case "$1" in --version) exit 0;; esac; echo 'no network' >&2; exit 100`);
    expect(() => ensureProgram(program, () => {})).toThrow(
      /could not be installed with: apt-get update .*\nno network/,
    );
  });

  test("who may not install is told the command", () => {
    vi.spyOn(process, "getuid").mockReturnValue(1000);
    putCommand("apt-get", "exit 0");
    expect(() => ensureProgram(program, () => {})).toThrow(/Install it with sudo sh -c 'apt-get update && .*'/);
  });

  test("elsewhere the variable is named", () => {
    expect(() => ensureProgram(program, () => {})).toThrow(
      `No ${program.title} here. Install it with your system's package manager, or set ${program.variable}`,
    );
  });
});
