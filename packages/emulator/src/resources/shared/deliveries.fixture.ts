import { type Receiver, startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator, EmulatorOptions } from "../../public.ts";
import { requestJson, type TestResponse } from "../../requests.fixture.ts";
import { SEED, signAppJwt } from "./hooks.fixture.ts";

export const LEVELS = ["repository", "organization", "app"] as const;
export type HookLevel = (typeof LEVELS)[number];

/** An emulator with one webhook and its receiver. */
export interface WebhookService extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly receiver: Receiver;
  /** Path of the webhook. An app's webhook has no id in its path. */
  readonly hookPath: string;
  readonly deliveriesPath: string;
  /** Sends a request as the webhook's owner. */
  requestAsOwner(route: string, body?: object): Promise<TestResponse>;
  /** Waits until all deliveries are made, then lists them. */
  listDeliveries(query?: string): Promise<TestResponse>;
  /** Triggers events by adding and removing a star in turn. */
  triggerEvents(times: number): Promise<void>;
}

/**
 * Starts an emulator with one webhook.
 * @param hook further fields of the webhook
 */
export async function startWebhookService(
  level: HookLevel,
  hook: object = {},
  options: EmulatorOptions = {},
): Promise<WebhookService> {
  const receiver = await startReceiver();
  const hookFields = { url: receiver.url, content_type: "json", secret: "hunter2", ...hook };
  const hooks = [{ events: ["star"], ...hookFields }];
  const { repositories, organizations, apps } = SEED;
  const seed = {
    ...SEED,
    repositories: { ...repositories, ...(level === "repository" ? { "acme/widgets": { hooks } } : {}) },
    organizations: {
      ...organizations,
      acme: { ...organizations.acme, ...(level === "organization" ? { hooks } : {}) },
    },
    apps: { ...apps, robot: { ...apps.robot, events: ["star"], ...(level === "app" ? { hook: hookFields } : {}) } },
  };
  const emulator = await startEmulator({ ...options, seed });
  const key = level === "app" ? await emulator.control.createAppKey("robot") : "";
  const hookPath = { repository: "/repos/acme/widgets/hooks/1", organization: "/orgs/acme/hooks/1", app: "/app/hook" }[
    level
  ];
  const deliveriesPath = `${hookPath}/deliveries`;
  let starred = false;
  const requestAsOwner = async (route: string, body?: object) =>
    requestJson(emulator, route, body, key === "" ? "alice" : await signAppJwt(key, "1", emulator.control.clock.now()));
  return {
    emulator,
    receiver,
    hookPath: hookPath,
    deliveriesPath,
    requestAsOwner,
    async listDeliveries(query = "") {
      await emulator.control.settled();
      return requestAsOwner(`GET ${deliveriesPath}${query}`);
    },
    async triggerEvents(times) {
      for (let n = 0; n < times; n++) {
        starred = !starred;
        await requestJson(emulator, `${starred ? "PUT" : "DELETE"} /user/starred/acme/widgets`);
      }
    },
    async [Symbol.asyncDispose]() {
      await emulator.stop();
      await receiver[Symbol.asyncDispose]();
    },
  };
}
