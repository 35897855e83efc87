import { spawn } from "node:child_process";
import { get } from "node:http";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { type EmulatorOptions, startEmulator } from "@forgehand/emulator";
import { describe, expect, test } from "vitest";
import { runEmulatorCommand, startEmulatorProcess } from "../service/process.ts";

/** fetch would not send another Host. */
function statusUnderHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on("error", reject);
  });
}

describe("the emulator's command", () => {
  test("prints one line when it is ready, and ends cleanly", async () => {
    const emulator = await startEmulatorProcess("--dialect", "svc", "--seed", "demo", "--control");
    expect(emulator).toMatchObject({ dialect: "svc", edition: "all" });
    expect(Object.keys(emulator.tokens)).toEqual([
      ...["alice", "bob", "mallory", "alice-fine-grained", "acme-installation", "workflow"],
    ]);
    expect((await fetch(`${emulator.apiUrl}/repos/acme/widgets`)).status).toBe(200);
    expect((await fetch(`${emulator.webUrl}/_control/secrets`)).status).toBe(200);
    expect(await emulator.stop()).toBe(0);
  });

  test("has no control API unless told, and none for other origins", async () => {
    const closed = await startEmulatorProcess();
    expect((await fetch(`${closed.webUrl}/_control/secrets`)).status).toBe(404);
    await closed.stop();
    const open = await startEmulatorProcess("--control");
    const headers = { origin: "https://evil.test" };
    expect((await fetch(`${open.webUrl}/_control/secrets`, { headers })).status).toBe(403);
    // A name that a stranger's page made point here.
    expect(await statusUnderHost(`${open.webUrl}/_control/secrets`, "evil.test")).toBe(403);
    await open.stop();
  });

  test("starts empty when told", async () => {
    const emulator = await startEmulatorProcess("--seed", "empty");
    expect(emulator.tokens).toEqual({});
    expect((await fetch(`${emulator.apiUrl}/repos/acme/widgets`)).status).toBe(404);
    await emulator.stop();
  });

  test("shows its flags", async () => {
    const help = await runEmulatorCommand("--help");
    expect(help.exitCode).toBe(0);
    expect(help.stdout).toContain("--dialect D");
  });

  const bad: [flags: string[], message: string][] = [
    [["--sead", "demo"], "Unknown option '--sead'. The flags are listed by --help."],
    [["extra"], "Unexpected argument 'extra'"],
    [["--seed", "nothing"], 'seed is "nothing"; it must be demo, full, empty or the path of a YAML or JSON file.'],
    [["--dialect", "gitlab"], '--dialect is "gitlab"; it must be github or svc.'],
    [["--edition", "cloud"], '--edition is "cloud"; it must be all or github.com or enterprise-cloud or self-hosted.'],
    [["--port", "http"], '--port is "http"; it must be a number from 0 to 65535.'],
    [["--port", "99999"], '--port is "99999"; it must be a number from 0 to 65535.'],
    [["--host="], "--host is empty; it must be an address of this machine"],
    [["--limits", "some"], 'limits is "some"; it must be off, published or the path of a YAML or JSON file.'],
    [["--host", "nowhere.invalid"], "--host is no address of this machine."],
  ];
  for (const [flags, message] of bad) {
    test(`refuses ${flags.join(" ")} in one line`, async () => {
      const refused = await runEmulatorCommand(...flags);
      expect(refused.exitCode).toBe(1);
      expect(refused.stdout).toBe("");
      expect(refused.stderr.trim().split("\n")).toHaveLength(1);
      expect(refused.stderr).toContain(message);
    });
  }

  test("says it in-process too, and leaves nothing behind", async () => {
    const options: EmulatorOptions = JSON.parse('{"seed":"nothing"}');
    await expect(startEmulator(options)).rejects.toThrow('seed is "nothing"; it must be demo');
  });

  test("says that a port is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const refused = await runEmulatorCommand("--port", port);
    server.close();
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toBe(
      `forgehand-emulator: Port ${port} is taken. Choose another with --port, or 0 for any free one.\n`,
    );
  });
});

test("the emulator goes when whoever started it is killed", async () => {
  const command = fileURLToPath(new URL("../../packages/emulator/dist/cli.js", import.meta.url));
  const script = `require("node:child_process").spawn(process.execPath, [${JSON.stringify(command)}], { stdio: "inherit" })`;
  const parent = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const ready = await new Promise<string>((resolve) =>
    parent.stdout.once("data", (line: Buffer) => resolve(String(line))),
  );
  const { webUrl }: { webUrl: string } = JSON.parse(ready);
  const answers = () =>
    fetch(webUrl).then(
      () => true,
      () => false,
    );
  expect(await answers()).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(answers, { timeout: 5_000 }).toBe(false);
});
