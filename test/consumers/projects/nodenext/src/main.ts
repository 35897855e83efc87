import { createServer } from "node:http";
import { type ClientOptions, createClient, type Output } from "@forgehand/core";
import { getSubscription, setSubscription } from "@forgehand/core/operations/watching";
import { createReceiver, signDelivery } from "@forgehand/core/webhooks";
import { nodeListener } from "@forgehand/core/webhooks/node";
import { type Emulator, startEmulator } from "@forgehand/emulator";

const REPOSITORY = { owner: "acme", repo: "widgets" };

async function watch(options: ClientOptions): Promise<Output<typeof getSubscription>> {
  const { call } = createClient(options);
  await call(setSubscription, { ...REPOSITORY, subscribed: true });
  return call(getSubscription, REPOSITORY);
}

/**
 * Sends a ping to a receiver.
 * @returns the status and whether the receiver handled it
 */
async function receive(emulator: Emulator): Promise<string> {
  const receivedMessages: string[] = [];
  const secret = "of the hook";
  const receiver = createReceiver({
    secrets: secret,
    on: { ping: ({ payload }) => void receivedMessages.push(payload.zen ?? "") },
  });
  const server = createServer(nodeListener(receiver)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver does not listen.");
  const delivery = await signDelivery({ event: "ping", payload: { zen: emulator.webUrl, hook_id: 1 }, secret });
  const { status } = await fetch(`http://127.0.0.1:${address.port}`, delivery);
  server.close();
  return `${status} ${receivedMessages.join() === emulator.webUrl}`;
}

const emulator = await startEmulator({ seed: "demo" });
const subscription = await watch({
  baseUrl: process.env["FORGE_URL"] ?? "",
  credentials: process.env["FORGE_TOKEN"] ?? "",
});
console.log(JSON.stringify({ subscribed: subscription?.subscribed, received: await receive(emulator) }));
await emulator.stop();
