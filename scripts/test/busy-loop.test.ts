import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("a busy loop ends with its parent", async () => {
  const loop = fileURLToPath(new URL("busy-loop.mjs", import.meta.url));
  // The parent exits when its standard input ends. The loop inherits the parent's standard output and keeps it open
  // while it runs.
  const code = `
    require("node:child_process").spawn(process.execPath, [${JSON.stringify(loop)}, String(process.pid)], { stdio: "inherit" }).unref();
    process.stdin.on("end", () => process.exit()).resume();
    console.log("started");
  `;
  const parent = spawn(process.execPath, ["--eval", code], { stdio: ["pipe", "pipe", "inherit"] });
  await once(parent.stdout, "data");
  const closed = once(parent.stdout, "close");
  parent.stdin.end();
  await closed;
  expect(parent.exitCode).toBe(0);
});
