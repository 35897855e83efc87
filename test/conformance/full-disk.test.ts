import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@forgehand/core";
import {
  checkStar,
  getContents,
  listStargazers,
  putContents,
  starRepository,
  unstarRepository,
} from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { readReadyLine, spawnEmulator, startEmulatorProcess } from "../service/emulator-process.ts";

// A limit on the size of files has the effect of a full disk on one process only: every further write fails.

const WIDGETS = { owner: "acme", repo: "widgets" };
const CONTENT = Buffer.alloc(100_000, "x").toString("base64");

/** Limits the size of files that a process writes. */
function limitFileSize(pid: number | undefined, bytes: number | "unlimited"): void {
  execFileSync("prlimit", [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
}

test.skipIf(process.platform !== "linux")(
  "a write that doesn't fit on the disk fails, and later ones succeed",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-full-disk-"));
    const data = join(folder, "state.db");
    const { child, printed, ended } = spawnEmulator("--data", data);
    try {
      const { apiUrl, tokens } = await readReadyLine(child);
      const { call } = createClient({ baseUrl: apiUrl, credentials: tokens["alice"] ?? "", pace: "off", retry: false });
      // The seed's webhook gets events of pushes and stars. Recording their deliveries needs space, too.
      const write = (path: string) => call(putContents, { ...WIDGETS, path, message: path, content: CONTENT });
      await write("before.txt");

      limitFileSize(child.pid, statSync(`${data}-wal`).size);
      await expect(write("full.txt")).rejects.toMatchObject({ status: 500 });
      await expect(call(starRepository, WIDGETS)).rejects.toMatchObject({ status: 500 });
      expect(await call(checkStar, WIDGETS)).toBe(false);
      await expect(call(getContents, { ...WIDGETS, path: "full.txt" })).rejects.toMatchObject({ status: 404 });
      expect(await call(getContents, { ...WIDGETS, path: "before.txt" })).toMatchObject({ size: 100_000 });
      expect(printed.stderr).toContain("disk I/O error");

      limitFileSize(child.pid, "unlimited");
      await write("full.txt");
      await call(starRepository, WIDGETS);
      expect(child.kill("SIGTERM")).toBe(true);
      expect((await ended).exitCode).toBe(0);

      const restarted = await startEmulatorProcess("--data", data);
      const { call: callAgain } = createClient({ baseUrl: restarted.apiUrl, credentials: tokens["alice"] ?? "" });
      expect(await callAgain(listStargazers, WIDGETS)).toMatchObject([{ login: "alice" }]);
      expect(await callAgain(getContents, { ...WIDGETS, path: "full.txt" })).toMatchObject({ size: 100_000 });
      await callAgain(unstarRepository, WIDGETS);
      expect(await restarted.stop()).toBe(0);
    } finally {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    }
  },
);
