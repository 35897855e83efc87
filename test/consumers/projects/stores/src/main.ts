import { type ClientOptions, createClient } from "@forgehand/core";
import { listBranches } from "@forgehand/core/operations/branches";
import type { QuotaStore } from "@forgehand/core/quota";
import { createReceiver, type DeliveryStore, signDelivery } from "@forgehand/core/webhooks";

/** Stores of one kind of server. */
export interface Stores {
  readonly quotas: QuotaStore;
  readonly deliveries: DeliveryStore;
  readonly cache?: ClientOptions["cache"];
}

/**
 * Calls the API with two clients that share the stores, and sends one delivery to two receivers that share them.
 * @returns the outcomes
 */
export async function run(kind: string, { quotas, deliveries, cache }: Stores): Promise<object> {
  const options: ClientOptions = {
    baseUrl: process.env["FORGE_URL"] ?? "",
    credentials: process.env["FORGE_TOKEN"] ?? "",
    pace: { store: quotas },
    ...(cache && { cache }),
  };
  const branches = [];
  for (const { call } of [createClient(options), createClient(options)])
    branches.push(await call(listBranches, { owner: "acme", repo: "widgets" }));
  const secrets = "of the hook";
  const delivery = await signDelivery({
    event: "ping",
    payload: { zen: "Responsive is better than fast.", hook_id: 1 },
    secret: secrets,
    guid: `${kind}-1`,
  });
  const handled: string[] = [];
  const responses = [];
  for (const name of ["first", "second"]) {
    const receive = createReceiver({ secrets, store: deliveries, on: { ping: () => void handled.push(name) } });
    const response = await receive(new Request("http://here", delivery));
    responses.push(`${response.status} ${(await response.text()).trim()}`);
  }
  return { branches: branches.map((list) => list.map(({ name }) => name)), handled, responses };
}
