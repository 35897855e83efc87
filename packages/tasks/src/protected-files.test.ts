import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readUnprotectedFile } from "./protected-files.ts";

const folder = mkdtempSync(join(tmpdir(), "forgehand-protected-"));
afterAll(() => rmSync(folder, { recursive: true }));

function reasonOf(path: string, environment: Readonly<Record<string, string>> = {}): string | undefined {
  const reading = readUnprotectedFile(path, environment, 1000);
  return "problem" in reading ? reading.problem : undefined;
}

function write(name: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "text");
  return path;
}

function link(name: string, target: string): string {
  const path = join(folder, name);
  symlinkSync(target, path);
  return path;
}

describe.runIf(process.platform === "linux")("files of the kernel", () => {
  const paths: [label: string, path: () => string][] = [
    ["the own environment", () => "/proc/self/environ"],
    ["the parent's environment", () => `/proc/${process.ppid}/environ`],
    ["a path with ..", () => "/etc/../proc/self/environ"],
    ["a link", () => link("link", "/proc/self/environ")],
    ["a relative link", () => link("relative", join(relative(folder, "/proc"), "self/environ"))],
    ["a link to a link", () => link("second", link("first", "/proc/self/environ"))],
    ["a linked folder", () => join(link("processes", "/proc"), "self/environ")],
    ["a process's view of the root", () => "/proc/self/root/proc/self/environ"],
    ["an open file", () => "/dev/fd/0"],
    ["standard input", () => "/dev/stdin"],
    ["a file of /sys", () => "/sys/kernel/mm/transparent_hugepage/enabled"],
  ];
  test.each(paths)("are protected: %s", (_label, path) => {
    expect(reasonOf(path())).toContain("file of the operating system");
  });

  test("are protected if they are devices", () => {
    expect(reasonOf("/dev/zero")).toBe("is not a regular file");
  });
});

describe("files of the runner and of Git", () => {
  const names = [
    ...["work/repo/.git/config", "work/repo/.git/modules/part/config", "home/.git-credentials"],
    ...["temp/git-credentials-0f3c.config", "temp/_runner_file_commands/set_env_1", "runner/_diag/Worker_1.log"],
    ...[
      "work/other/.GIT/config",
      "runner2/.Credentials",
      "runner/.credentials",
      "runner/.credentials_rsaparams",
      "runner/.runner",
    ],
  ];
  test.each(names)("are protected: %s", (name) => {
    const path = write(name);
    expect(reasonOf(path)).toContain("belongs to the runner or to Git");
    expect(reasonOf(link(`${name.replaceAll("/", "-")}-link`, path))).toContain("belongs to");
  });

  test("are protected if the runner names them", () => {
    const path = write("commands");
    expect(reasonOf(path, { GITHUB_ENV: path })).toContain("belongs to the runner or to Git");
    expect(reasonOf(path, { GITHUB_ENV: join(folder, "missing") })).toBeUndefined();
  });
});

describe("other files", () => {
  test("are not protected", () => {
    for (const name of ["key.pem", "process/self/environ", "a.git/config", "credentials", ".gitignore"]) {
      expect(reasonOf(write(name))).toBeUndefined();
    }
    expect(() => reasonOf(folder)).toThrow("EISDIR");
    expect(() => reasonOf(join(folder, "missing"))).toThrow("ENOENT");
  });
});

describe("a file", () => {
  test("is read up to the maximum size", () => {
    const path = write("sized");
    expect(readUnprotectedFile(path, {}, 4)).toEqual({ bytes: Buffer.from("text") });
    expect(readUnprotectedFile(path, {}, 3)).toEqual({ tooLarge: 4 });
    writeFileSync(path, "");
    expect(readUnprotectedFile(path, {}, 0)).toEqual({ bytes: Buffer.alloc(0) });
  });

  test.runIf(process.platform === "linux")("that is a pipe is not waited for", () => {
    const path = join(folder, "pipe");
    const program = "mkfifo";
    execFileSync(program, [path]);
    expect(reasonOf(path)).toBe("is not a regular file");
  });

  test.runIf(process.platform === "linux")(
    "is the one that was checked, even if its path names others while it is read",
    async () => {
      const path = link("swapped", write("allowed"));
      const protectedPath = write("runner/.credentials");
      writeFileSync(protectedPath, "protected");
      const swap = `
        const { renameSync, symlinkSync } = require("node:fs");
        const [path, ...targets] = process.argv.slice(1);
        process.stdout.write("started");
        for (let count = 0; ; count++) {
          symlinkSync(targets[count % 2], path + ".new");
          renameSync(path + ".new", path);
        }`;
      const swapper = spawn(process.execPath, ["-e", swap, path, join(folder, "allowed"), protectedPath]);
      await once(swapper.stdout, "data");
      const seen = new Set<string>();
      const end = performance.now() + 60_000;
      for (let count = 0; count < 20_000 || (seen.size < 2 && performance.now() < end); count++) {
        const reading = readUnprotectedFile(path, {}, 1000);
        seen.add("bytes" in reading ? reading.bytes.toString() : "problem" in reading ? reading.problem : "");
      }
      swapper.kill("SIGKILL");
      await once(swapper, "close");
      expect([...seen].sort()).toEqual(["belongs to the runner or to Git, and can contain credentials", "text"]);
    },
  );
});
