import { createServer, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { startEmulator } from "@forgehand/emulator";
import { expect, onTestFinished } from "vitest";
import { listenOnFreePort } from "../service/listen.ts";
import { runCli } from "./cli-process.ts";
import { test, variablesFor } from "./run-cli.ts";

/** Starts a proxy for tunnels; `tunnels` are the addresses that were asked for. */
async function startTunnelProxy() {
  const tunnels: string[] = [];
  const server = createServer().on("connect", ({ url = "" }: IncomingMessage, socket: Socket, head: Buffer) => {
    tunnels.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    const target = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ])
      one?.on("error", () => undefined).on("close", () => other?.destroy());
  });
  return { address: `http://127.0.0.1:${await listenOnFreePort(server)}`, tunnels };
}

test("the built command sends everything through the proxy of the environment", async ({ folder }) => {
  const emulator = await startEmulator({ https: true });
  onTestFinished(() => emulator.stop());
  const { address, tunnels } = await startTunnelProxy();
  const variables = {
    ...variablesFor(emulator),
    NODE_EXTRA_CA_CERTS: emulator.certificateFile ?? "",
    HTTPS_PROXY: address,
    NEW: "a new secret value",
  };
  const args = ["--task", "rotate-secrets", "--repositories", "acme/widgets", "--secret", "KEY", "--value-env", "NEW"];
  const { exitCode, stderr } = await runCli(folder, ["apply", "--yes", ...args], variables);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.not.stringMatching(/error/i) });
  expect(emulator.control.secrets()).toContainEqual(expect.objectContaining({ name: "KEY", value: variables.NEW }));
  expect(new Set(tunnels)).toEqual(new Set([new URL(emulator.apiUrl).host]));
});
