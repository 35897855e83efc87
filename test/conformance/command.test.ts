import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { get as getSecurely } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmulatorOptions, startEmulator } from "@forgehand/emulator";
import { describe, expect, test } from "vitest";
import manifest from "../../packages/emulator/package.json" with { type: "json" };
import {
  EMULATOR_COMMAND,
  readReadyLine,
  runEmulatorCommand,
  spawnEmulator,
  startEmulatorProcess,
} from "../service/emulator-process.ts";

/** Sends a request with another Host header, which `fetch` does not allow. */
function statusWithHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host, "user-agent": "test" } }, (response) => resolve(response.resume().statusCode)).on(
      "error",
      reject,
    );
  });
}

/**
 * Starts the command.
 * @returns the process and its first line of output, the ready line
 */
function start(...flags: string[]) {
  const emulator = spawnEmulator(...flags);
  const line = new Promise<string>((resolve) =>
    emulator.child.stdout.once("data", () => resolve(emulator.printed.stdout)),
  );
  return { ...emulator, line };
}

describe("the emulator command", () => {
  test("prints one line when it is ready, and exits cleanly", async () => {
    const emulator = await startEmulatorProcess("--dialect", "svc", "--seed", "demo", "--control");
    expect(emulator).toMatchObject({ dialect: "svc", edition: "all" });
    expect(Object.keys(emulator.tokens)).toEqual([
      "alice",
      "bob",
      "mallory",
      "alice-fine-grained",
      "acme-installation",
      "workflow",
    ]);
    expect((await fetch(`${emulator.apiUrl}/repos/acme/widgets`)).status).toBe(200);
    expect((await emulator.control("/secrets")).status).toBe(200);
    expect((await fetch(`${emulator.webUrl}/_control/secrets`)).status).toBe(401);
    const startPage = await fetch(emulator.startUrl, { redirect: "manual" });
    expect([startPage.status, startPage.headers.getSetCookie()]).toEqual([200, []]);
    expect(await startPage.text()).toContain(emulator.tokens["alice"]);
    expect(await emulator.stop()).toBe(0);
  });

  test("has no control API without --control, and does not serve it to other origins", async () => {
    const closed = await startEmulatorProcess();
    expect((await closed.control("/secrets")).status).toBe(404);
    await closed.stop();
    const open = await startEmulatorProcess("--control");
    const headers = { origin: "https://evil.test" };
    expect((await fetch(`${open.webUrl}/_control/secrets`, { headers })).status).toBe(403);
    // A DNS name of an attacker that resolves to this machine.
    for (const path of ["/_control/secrets", "/api/v3/versions", "/", "/acme/widgets", "/login"]) {
      expect(await statusWithHost(`${open.webUrl}${path}`, "evil.test")).toBe(421);
    }
    await open.stop();
  });

  test("starts empty with --seed empty", async () => {
    const emulator = await startEmulatorProcess("--seed", "empty");
    expect([emulator.tokens, emulator.apps]).toEqual([{}, {}]);
    expect((await fetch(`${emulator.apiUrl}/repos/acme/widgets`)).status).toBe(404);
    await emulator.stop();
  });

  test("serves the control API to remote clients if enabled", async () => {
    const emulator = await startEmulatorProcess("--control-anyone", "--allow-host", "forge.test");
    const url = `${emulator.webUrl}/_control/secrets`;
    expect(await statusWithHost(url, "forge.test")).toBe(401);
    const authorization = `Bearer ${emulator.controlToken}`;
    const proxied = { authorization, "x-forwarded-for": "203.0.113.9" };
    expect((await fetch(url, { headers: proxied })).status).toBe(200);
    const headers = { authorization, origin: "https://evil.test" };
    expect((await fetch(url, { headers })).status).toBe(403);
    await emulator.stop();
  });

  test("serves further hosts and web pages of further origins if they are allowed", async () => {
    const emulator = await startEmulatorProcess(
      ...["--allow-host", "forge.test", "--allow-host=other.test:8080"],
      ...["--allow-origin", "http://localhost:5173", "--allow-origin=https://app.test"],
    );
    const versions = `${emulator.apiUrl}/versions`;
    for (const host of ["forge.test", "forge.test:1", "other.test:8080"]) {
      expect(await statusWithHost(versions, host)).toBe(200);
    }
    expect(await statusWithHost(versions, "other.test")).toBe(421);
    for (const origin of ["http://localhost:5173", "https://app.test"]) {
      const response = await fetch(versions, { headers: { origin } });
      expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    }
    expect((await fetch(versions, { headers: { origin: "http://app.test" } })).status).toBe(403);
    await emulator.stop();
  });

  test("has other tokens at each start, unless they are fixed", async () => {
    const processes = await Promise.all([
      startEmulatorProcess(),
      startEmulatorProcess(),
      startEmulatorProcess("--fixed-tokens"),
      startEmulatorProcess("--fixed-tokens"),
    ]);
    const [first, second, third, fourth] = processes.map(({ tokens }) => tokens["alice"]);
    expect(first).toMatch(/^ghp_demo_alice_\w{30}$/);
    expect(second).not.toBe(first);
    expect([third, fourth]).toEqual(["ghp_demo_alice", "ghp_demo_alice"]);
    for (const name of ["controlToken", "startUrl"] as const) {
      expect(new Set(processes.map((emulator) => emulator[name])).size).toBe(processes.length);
    }
    for (const emulator of processes) await emulator.stop();
  });

  test("prints the URL at which clients reach it, and the apps of its seed", async () => {
    const behindProxy = await startEmulatorProcess("--url", "http://forge.test:8080/");
    expect(behindProxy).toMatchObject({ apiUrl: "http://forge.test:8080/api/v3", webUrl: "http://forge.test:8080" });
    const demoApp = { id: 1, clientId: "Iv1.forgehand-demo", bot: "forgehand-demo[bot]", installations: { acme: 1 } };
    expect(behindProxy.apps).toEqual({ "forgehand-demo": { slug: "forgehand-demo", ...demoApp } });
    await behindProxy.stop();
    const onAllInterfaces = await startEmulatorProcess("--host", "0.0.0.0");
    expect(onAllInterfaces.webUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${onAllInterfaces.webUrl}/_health`)).status).toBe(200);
    await onAllInterfaces.stop();
  });

  test("logs requests on standard error, without colors if that is not a terminal", async () => {
    const emulator = start("--log", "requests", "--seed", "empty");
    const { apiUrl }: { apiUrl: string } = JSON.parse(await emulator.line);
    await fetch(`${apiUrl}/versions`);
    await expect.poll(() => emulator.printed.stderr).toContain("\n");
    emulator.child.kill("SIGINT");
    expect(await emulator.ended).toMatchObject({ exitCode: 0 });
    expect(emulator.printed.stderr).toMatch(
      /^[\d:.]+ {2}200 +[\d.]+ ms {2}- +GET {4}\/api\/v3\/versions +listApiVersions\n$/,
    );
    expect(emulator.printed.stdout.split("\n")).toHaveLength(2);
  });

  test("continues when its standard error is closed", async () => {
    const emulator = start("--log", "requests", "--seed", "empty");
    const { apiUrl }: { apiUrl: string } = JSON.parse(await emulator.line);
    emulator.child.stderr.destroy();
    for (let call = 0; call < 3; call++) expect((await fetch(`${apiUrl}/versions`)).status).toBe(200);
    emulator.child.kill("SIGTERM");
    expect(await emulator.ended).toMatchObject({ exitCode: 0 });
  });

  test("prints its flags", async () => {
    for (const flag of ["--help", "-h"]) {
      const help = await runEmulatorCommand(flag);
      expect(help).toMatchObject({ exitCode: 0, stderr: "" });
      for (const line of help.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(84);
      const known = [
        "port",
        "host",
        "url",
        "allow-host",
        "allow-origin",
        "fixed-tokens",
        "dialect",
        "edition",
        "seed",
        "data",
        "limits",
        "control",
        "control-anyone",
      ];
      for (const name of [...known, "log", "help", "version"])
        expect(help.stdout).toMatch(new RegExp(`^  --${name} `, "m"));
    }
  });

  test("prints its version", async () => {
    const { stdout, exitCode } = await runEmulatorCommand("--version");
    expect([stdout, exitCode]).toEqual([`${manifest.version}\n`, 0]);
  });

  test("persists its state in a file, and reports if it cannot", async () => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-data-"));
    const [file, textFile] = [join(folder, "forge.db"), join(folder, "notes.txt")];
    writeFileSync(textFile, "This is not a database, but long enough to be read as one. ".repeat(20));
    const first = await startEmulatorProcess("--data", file);
    const star = ({ apiUrl, tokens }: typeof first, method: string) =>
      fetch(`${apiUrl}/user/starred/acme/widgets`, { method, headers: { authorization: `Bearer ${tokens["alice"]}` } });
    expect((await star(first, "PUT")).status).toBe(204);
    for (const path of [file, textFile, join(folder, "nowhere", "forge.db")]) {
      const result = await runEmulatorCommand("--data", path);
      expect(result).toMatchObject({ exitCode: 1, stdout: "" });
      expect(result.stderr.trimEnd().split("\n")).toEqual([expect.stringMatching(`^forgehand-emulator: ${path} `)]);
    }
    expect(await first.stop()).toBe(0);
    const second = await startEmulatorProcess("--data", file);
    expect(second.tokens).toEqual(first.tokens);
    expect((await star(second, "GET")).status).toBe(204);
    await second.stop();
    rmSync(folder, { recursive: true });
  });

  const invalidFlags: [flags: string[], message: string][] = [
    [["--sead", "demo"], "Unknown option '--sead'. Run with --help for a list of flags."],
    [["extra"], "Unexpected argument 'extra'"],
    [["--seed", "nothing"], 'seed must be demo, full, empty or the path of a YAML or JSON file, got "nothing".'],
    [["--dialect", "gitlab"], '--dialect must be github or svc, got "gitlab".'],
    [["--edition", "cloud"], '--edition must be all or github.com or enterprise-cloud or self-hosted, got "cloud".'],
    [["--markup", "2020"], '--markup must be 2022 or 2024 or 2026, got "2020".'],
    [["--hook-timeout", "soon"], '--hook-timeout must be a number of seconds, up to 3600, got "soon".'],
    [["--port", "http"], '--port must be a number from 0 to 65535, got "http".'],
    [["--port", "99999"], '--port must be a number from 0 to 65535, got "99999".'],
    [["--port", "-1"], "'--port' argument is ambiguous. Run with --help for a list of flags."],
    [["--control=no"], "'--control' does not take an argument"],
    [["--url", "forge.test"], "--url must be an http or https origin without a path"],
    [
      ["--url", "http://me:hunter2@forge.test/"],
      '--url must be an http or https origin without a path, such as http://forge.test:8080, got "http://forge.test/"',
    ],
    [
      ["--allow-host", "http://forge.test"],
      '--allow-host must be HOST or HOST:PORT, such as forge.test:8080, got "http',
    ],
    [
      ["--allow-origin", "localhost:5173"],
      '--allow-origin must be * or an http or https origin without a path, such as http://localhost:5173, got "localhost:5173".',
    ],
    [["--data="], "--data must be the path of a file, got an empty value."],
    [["--log", "all"], '--log must be none or requests, got "all".'],
    [["--host="], "--host must be an address of this machine"],
    [["--limits", "some"], 'limits must be off, published or the path of a YAML or JSON file, got "some".'],
    [["--host", "nowhere.invalid"], "--host must be an address of this machine."],
  ];
  for (const [flags, message] of invalidFlags) {
    test(`rejects ${flags.join(" ")} with a one-line message`, async () => {
      const result = await runEmulatorCommand(...flags);
      expect(result.exitCode).toBe(1);
      expect(result.stdout).toBe("");
      expect(result.stderr.trim().split("\n")).toHaveLength(1);
      expect(result.stderr).toContain(message);
    });
  }

  test("rejects the same values as options of startEmulator", async () => {
    const options: EmulatorOptions = JSON.parse('{"seed":"nothing"}');
    await expect(startEmulator(options)).rejects.toThrow(
      'seed must be demo, full, empty or the path of a YAML or JSON file, got "nothing".',
    );
    await expect(startEmulator({ url: "forge.test" })).rejects.toThrow("url must be an http");
  });

  test("reports that a port is in use", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const result = await runEmulatorCommand("--port", port);
    server.close();
    expect(result).toMatchObject({ exitCode: 1, stdout: "" });
    expect(result.stderr).toBe(
      `forgehand-emulator: Port ${port} is in use. Choose another with --port, or 0 for any free one.\n`,
    );
  });

  test("serves https to clients that trust its certificate", async () => {
    const emulator = await startEmulatorProcess("--https");
    expect(emulator.apiUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/api\/v3$/);
    const ca = readFileSync(emulator.certificateFile ?? "");
    const status = await new Promise((resolve, reject) => {
      getSecurely(`${emulator.apiUrl}/versions`, { ca, headers: { "user-agent": "test" } }, (response) =>
        resolve(response.resume().statusCode),
      ).on("error", reject);
    });
    expect(status).toBe(200);
    await expect(fetch(emulator.apiUrl)).rejects.toThrow();
    expect(await emulator.stop()).toBe(0);
    expect(existsSync(emulator.certificateFile ?? "")).toBe(false);
  });
});

/** Starts a process that runs the command with these flags, and reports the id of the emulator's process. */
function spawnParent(...flags: string[]) {
  const command = JSON.stringify([EMULATOR_COMMAND, ...flags]);
  const script = `const { spawn } = require("node:child_process");
    process.send(spawn(process.execPath, ${command}, { stdio: "inherit" }).pid);`;
  const parent = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  const { stdout, stderr } = parent;
  if (!stdout || !stderr) throw new Error("The process must have pipes.");
  return {
    parent,
    stdout,
    stderr,
    child: new Promise<number>((resolve) => parent.once("message", (pid) => resolve(Number(pid)))),
  };
}

const isReachable = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

test("exits when its parent process is killed, unless it is detached", async () => {
  const [{ parent, stdout, stderr }, other] = [spawnParent(), spawnParent("--detached")];
  let printed = "";
  stderr.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const [{ webUrl }, detached] = await Promise.all([readReadyLine({ stdout }), readReadyLine(other)]);
  expect(await isReachable(webUrl)).toBe(true);
  const pid = await other.child;
  other.parent.kill("SIGKILL");
  parent.kill("SIGKILL");
  await expect.poll(() => isReachable(webUrl)).toBe(false);
  await expect.poll(() => printed).toBe("forgehand-emulator: Stopping because the parent process has ended.\n");
  // It would have stopped by now.
  expect(await isReachable(detached.webUrl)).toBe(true);
  process.kill(pid, "SIGTERM");
  await expect.poll(() => isReachable(detached.webUrl)).toBe(false);
});
