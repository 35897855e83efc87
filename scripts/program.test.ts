import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CHROMIUM, FIREFOX } from "./browsers.mjs";
import { ensureProgram, findProgram } from "./program.mjs";

let folder: string;

/** Writes a command into the only folder on the PATH. */
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

describe.each([CHROMIUM, FIREFOX])("finding $title", (program) => {
  const [name = "", other = ""] = program.names;
  const installed = () => join(folder, name);

  beforeEach(() => vi.stubEnv(program.variable, ""));

  test("prefers the path in its environment variable to the PATH", () => {
    putCommand(name, "");
    vi.stubEnv(program.variable, process.execPath);
    expect(findProgram(program)).toBe(process.execPath);
  });

  test("fails if its environment variable does not name an executable file", () => {
    putCommand(name, "");
    vi.stubEnv(program.variable, "/nowhere/browser");
    expect(() => findProgram(program)).toThrow(
      `${program.variable} must be the path of an executable file, got /nowhere/browser. Correct or unset it.`,
    );
  });

  test("finds it on the PATH by each of its names", () => {
    expect(findProgram(program)).toBeUndefined();
    const second = putCommand(other, "");
    expect(findProgram(program)).toBe(second);
    const first = putCommand(name, "");
    expect(findProgram(program)).toBe(first);
  });

  test("installs it once if it is missing, and logs the installation", () => {
    vi.spyOn(process, "getuid").mockReturnValue(0);
    const create = `echo '#!/bin/sh' > ${installed()}; /bin/chmod +x ${installed()}`;
    putCommand("apt-get", `case "$*" in *"install"*"${program.packages.join(" ")}") ${create};; esac`);
    const log = vi.fn<(line: string) => void>();
    expect(ensureProgram(program, log)).toBe(installed());
    expect(ensureProgram(program, log)).toBe(installed());
    expect(log.mock.calls).toEqual([[`installing ${program.title} (Debian's package)`]]);
  });

  test("fails with the command and its output if the installation fails", () => {
    vi.spyOn(process, "getuid").mockReturnValue(0);
    putCommand("apt-get", `case "$1" in --version) exit 0;; esac; echo 'no network' >&2; exit 100`);
    expect(() => ensureProgram(program, () => {})).toThrow(
      /could not be installed with: apt-get update .*\nno network/,
    );
  });

  test("fails with the install command if it is missing and the user is not root", () => {
    vi.spyOn(process, "getuid").mockReturnValue(1000);
    putCommand("apt-get", "exit 0");
    expect(() => ensureProgram(program, () => {})).toThrow(/Install it with sudo sh -c 'apt-get update && .*'/);
  });

  test("fails with a hint to the environment variable if it is missing and there is no apt-get", () => {
    expect(() => ensureProgram(program, () => {})).toThrow(
      `${program.title} was not found. Install it with your system's package manager, or set ${program.variable}`,
    );
  });
});
