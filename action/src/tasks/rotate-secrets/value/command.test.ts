import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { runCommand } from "./command.ts";

const node = (script: string) => [process.execPath, "-e", script];
const OPTIONS = {
  environment: { PATH: process.env["PATH"], INPUT_TOKEN: "ghp_secret", "INPUT_PRIVATE-KEY": "pem", KEPT: "yes" },
  input: undefined,
  most: 1000,
  stopping: new AbortController().signal,
};

afterEach(() => vi.useRealTimers());

/** Lets what a process has written, and its end, arrive here. */
async function arrival(): Promise<void> {
  for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
}

describe("a command", () => {
  test("gets its arguments as they are, the step's variables, and none of its inputs", async () => {
    const script = "process.stdout.write(JSON.stringify([process.argv.slice(1), Object.keys(process.env)]))";
    const argument = "a b $HOME `x` 'q' \"q\" *";
    const end = await runCommand([...node(script), argument, ""], { ...OPTIONS, most: 10_000 });
    const [argv, names] = JSON.parse(end.output.toString());
    expect(argv).toEqual([argument, ""]);
    expect(names).toContain("KEPT");
    expect(names.filter((name: string) => name.startsWith("INPUT_"))).toEqual([]);
  });

  test("has a closed standard input where it gets nothing", async () => {
    const end = await runCommand(node("process.stdin.resume().on('end', () => console.log('end'))"), OPTIONS);
    expect(end).toMatchObject({ failure: undefined, messages: "" });
    expect(end.output.toString()).toBe("end\n");
  });

  test("tells how it ended", async () => {
    const end = await runCommand(node("console.error('no luck'); process.exit(7)"), OPTIONS);
    expect(end).toMatchObject({ failure: "ended with exit code 7", messages: "no luck\n" });
  });

  test("that says very much is quoted with its last lines, none of them in part", async () => {
    const script = "for (let n = 0; n < 9000; n++) console.error('line ' + n + ' of many')";
    const { messages } = await runCommand(node(script), OPTIONS);
    expect(messages.length).toBeGreaterThan(60_000);
    expect(messages).toMatch(/^(line \d+ of many\n)+$/);
    expect(messages).toContain("line 8999 of many");
    const half = await runCommand(node("process.stderr.write('x'.repeat(70000))"), OPTIONS);
    expect(half.messages).toBe("");
  });

  test("need not read what it is given", async () => {
    const input = new Uint8Array(5_000_000);
    expect((await runCommand(node("process.stdin.destroy()"), { ...OPTIONS, input })).failure).toBeUndefined();
  });

  test("that isn't there is told of", async () => {
    await expect(runCommand(["no-such-program-at-all"], OPTIONS)).rejects.toThrow(
      "The command no-such-program-at-all could not be run: there is no such program.",
    );
  });

  test("is ended where it prints for ever", async () => {
    const end = await runCommand(node("setInterval(() => process.stdout.write('x'.repeat(1000)), 1)"), OPTIONS);
    expect(end.failure).toBe("printed too much");
  });

  test("is over when it has ended, though what it has left running holds its output open", async () => {
    const daemon = "setTimeout(() => 0, 60_000)";
    const script = `const child = require('child_process').spawn(process.execPath, ['-e', '${daemon}'],
      { stdio: 'inherit', detached: true }); child.unref(); console.log(child.pid)`;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let isOver = false;
    const running = runCommand(node(script), OPTIONS).finally(() => {
      isOver = true;
    });
    // Its end sets a timer for the end of its output.
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(4999);
    await arrival();
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const end = await running;
    const pid = Number(end.output.toString());
    expect([end.failure, isAlive(pid)]).toEqual([undefined, true]);
    process.kill(pid);
  });

  test("ends with the run, whatever it does against that and has started itself", async () => {
    const stop = new AbortController();
    const folder = mkdtempSync(join(tmpdir(), "forgehand-command-"));
    const file = join(folder, "pids");
    const forever =
      "process.on('SIGTERM', () => 0); setInterval(() => 0, 1000); require('fs').appendFileSync(process.argv[1], process.pid + ' ')";
    const child =
      "require('child_process').spawn(process.execPath, ['-e', process.argv[2], process.argv[1]], { stdio: 'inherit' })";
    const running = runCommand([...node(`${forever}; ${child}`), file, forever], { ...OPTIONS, stopping: stop.signal });
    const pids = () => (existsSync(file) ? readFileSync(file, "utf8").trim().split(" ").map(Number) : []);
    const refused = expect(running).rejects.toThrow("cancelled");
    await expect.poll(() => pids().length, { timeout: 30_000 }).toBe(2);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    stop.abort();
    await vi.advanceTimersByTimeAsync(1499);
    await arrival();
    expect(pids().filter(isAlive)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    // Not a moment later: the step ends with it, and could not see to it any more.
    expect(pids().slice(0, 1).filter(isAlive)).toEqual([]);
    await expect.poll(() => pids().filter(isAlive), { timeout: 30_000 }).toEqual([]);
    rmSync(folder, { recursive: true });
    await expect(runCommand(node("0"), { ...OPTIONS, stopping: stop.signal })).rejects.toThrow("cancelled");
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
