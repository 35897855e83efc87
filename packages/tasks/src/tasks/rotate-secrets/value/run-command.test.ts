import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { runCommand } from "./run-command.ts";

const node = (script: string) => [process.execPath, "-e", script];
const OPTIONS = {
  environment: { PATH: process.env["PATH"], KEPT: "yes" },
  input: undefined,
  maxOutput: 1000,
  stopping: new AbortController().signal,
};

afterEach(() => vi.useRealTimers());

/** Lets the output and the exit of a process arrive. */
async function flushEvents(): Promise<void> {
  for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
}

describe("a command", () => {
  test("gets its arguments unchanged and the given variables only", async () => {
    const script = "process.stdout.write(JSON.stringify([process.argv.slice(1), Object.keys(process.env)]))";
    const argument = "a b $HOME `x` 'q' \"q\" *";
    const result = await runCommand([...node(script), argument, ""], { ...OPTIONS, maxOutput: 10_000 });
    const [argv, names] = JSON.parse(result.output.toString());
    expect(argv).toEqual([argument, ""]);
    expect(names).toContain("KEPT");
    expect(names).not.toContain("HOME");
  });

  test("has an empty standard input if there is no input", async () => {
    const result = await runCommand(node("process.stdin.resume().on('end', () => console.log('end'))"), OPTIONS);
    expect(result).toMatchObject({ failure: undefined, messages: "" });
    expect(result.output.toString()).toBe("end\n");
  });

  test("is reported with its exit code and messages", async () => {
    const result = await runCommand(node("console.error('no luck'); process.exit(7)"), OPTIONS);
    expect(result).toMatchObject({ failure: "ended with exit code 7", messages: "no luck\n" });
  });

  test("keeps the last whole lines of long messages", async () => {
    const script = "for (let n = 0; n < 9000; n++) console.error('line ' + n + ' of many')";
    const { messages } = await runCommand(node(script), OPTIONS);
    expect(messages.length).toBeGreaterThan(60_000);
    expect(messages).toMatch(/^(line \d+ of many\n)+$/);
    expect(messages).toContain("line 8999 of many");
    const truncated = await runCommand(node("process.stderr.write('x'.repeat(70000))"), OPTIONS);
    expect(truncated.messages).toBe("");
    const encoded = `process.stderr.write('${"abcd".repeat(16)}\\n'.repeat(1100) + 'abc=\\nlast line\\nword\\n')`;
    expect((await runCommand(node(encoded), OPTIONS)).messages).toBe("last line\nword\n");
  });

  test("can ignore its input", async () => {
    const input = new Uint8Array(5_000_000);
    expect((await runCommand(node("process.stdin.destroy()"), { ...OPTIONS, input })).failure).toBeUndefined();
  });

  test("is rejected if its program is missing", async () => {
    await expect(runCommand(["no-such-program-at-all"], OPTIONS)).rejects.toThrow(
      "The command no-such-program-at-all could not be run: program not found.",
    );
  });

  test("is killed if it prints too much", async () => {
    const result = await runCommand(node("setInterval(() => process.stdout.write('x'.repeat(1000)), 1)"), OPTIONS);
    expect(result.failure).toBe("printed more than 1,000 bytes");
  });

  test("ends with its process, even if a child keeps its output open", async () => {
    const daemon = "setTimeout(() => 0, 60_000)";
    const script = `const child = require('child_process').spawn(process.execPath, ['-e', '${daemon}'],
      { stdio: 'inherit', detached: true }); child.unref(); console.log(child.pid)`;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let hasEnded = false;
    const running = runCommand(node(script), OPTIONS).finally(() => {
      hasEnded = true;
    });
    // The exit of the command starts a timer that waits for its output to close.
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(4999);
    await flushEvents();
    expect(hasEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const result = await running;
    const pid = Number(result.output.toString());
    expect([result.failure, isAlive(pid)]).toEqual([undefined, true]);
    process.kill(pid);
  });

  test("is killed with its child processes when the run is cancelled, even if it ignores SIGTERM", async () => {
    const controller = new AbortController();
    const folder = mkdtempSync(join(tmpdir(), "forgehand-command-"));
    const file = join(folder, "pids");
    const forever =
      "process.on('SIGTERM', () => 0); setInterval(() => 0, 1000); require('fs').appendFileSync(process.argv[1], process.pid + ' ')";
    const child =
      "require('child_process').spawn(process.execPath, ['-e', process.argv[2], process.argv[1]], { stdio: 'inherit' })";
    const running = runCommand([...node(`${forever}; ${child}`), file, forever], {
      ...OPTIONS,
      stopping: controller.signal,
    });
    const pids = () => (existsSync(file) ? readFileSync(file, "utf8").trim().split(" ").map(Number) : []);
    const rejection = expect(running).rejects.toThrow("cancelled");
    await expect.poll(() => pids().length, { timeout: 30_000 }).toBe(2);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    controller.abort();
    await vi.advanceTimersByTimeAsync(1499);
    await flushEvents();
    expect(pids().filter(isAlive)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await rejection;
    // The command is dead before the promise is rejected: the step ends then, and could not kill it later.
    expect(pids().slice(0, 1).filter(isAlive)).toEqual([]);
    await expect.poll(() => pids().filter(isAlive), { timeout: 30_000 }).toEqual([]);
    rmSync(folder, { recursive: true });
    await expect(runCommand(node("0"), { ...OPTIONS, stopping: controller.signal })).rejects.toThrow("cancelled");
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
