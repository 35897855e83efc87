import { ask, type Told } from "../../calling.fixture.ts";
import { type Receiver, startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator, EmulatorOptions } from "../../public.ts";
import { SEED, signAs } from "./hooks.fixture.ts";

export const LEVELS = ["repository", "organization", "app"] as const;
export type Level = (typeof LEVELS)[number];

/** A service with one webhook, which a receiver listens at. */
export interface Service extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly receiver: Receiver;
  /** The webhook's own path; an app's has none. */
  readonly hook: string;
  readonly deliveries: string;
  /** Asks as whom the webhook belongs to. */
  ask(route: string, body?: object): Promise<Told>;
  /** Asks for the deliveries, when all are made. */
  list(query?: string): Promise<Told>;
  /** Makes events happen: each star and each star taken back is one. */
  happen(times: number): Promise<void>;
}

/** Starts a service with one webhook. @param hook how the webhook is set, beside where it sends */
export async function startService(level: Level, hook: object = {}, options: EmulatorOptions = {}): Promise<Service> {
  const receiver = await startReceiver();
  const told = { url: receiver.url, content_type: "json", secret: "hunter2", ...hook };
  const hooks = [{ ...told, events: ["star"] }];
  const { repositories, organizations, apps } = SEED;
  const seed = {
    ...SEED,
    repositories: { ...repositories, ...(level === "repository" ? { "acme/widgets": { hooks } } : {}) },
    organizations: {
      ...organizations,
      acme: { ...organizations.acme, ...(level === "organization" ? { hooks } : {}) },
    },
    apps: { ...apps, robot: { ...apps.robot, events: ["star"], ...(level === "app" ? { hook: told } : {}) } },
  };
  const emulator = await startEmulator({ ...options, seed });
  const key = level === "app" ? await emulator.control.createAppKey("robot") : "";
  const place = { repository: "/repos/acme/widgets/hooks/1", organization: "/orgs/acme/hooks/1", app: "/app/hook" }[
    level
  ];
  const deliveries = `${place}/deliveries`;
  let starred = false;
  const asOwner = async (route: string, body?: object) =>
    ask(emulator, route, body, key === "" ? "alice" : await signAs(key, "1", emulator.control.clock.now()));
  return {
    ...{ emulator, receiver, hook: place, deliveries, ask: asOwner },
    async list(query = "") {
      await emulator.control.settled();
      return asOwner(`GET ${deliveries}${query}`);
    },
    async happen(times) {
      for (let n = 0; n < times; n++) {
        starred = !starred;
        await ask(emulator, `${starred ? "PUT" : "DELETE"} /user/starred/acme/widgets`);
      }
    },
    async [Symbol.asyncDispose]() {
      await emulator.stop();
      await receiver[Symbol.asyncDispose]();
    },
  };
}
