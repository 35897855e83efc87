import { createClient } from "@forgehand/core";
import { starRepository } from "@forgehand/core/operations/starring";
import { createReceiver } from "@forgehand/core/webhooks";

// The worker's configuration, and runtime APIs beyond those of a browser.
declare const FORGE_URL: string;
declare const FORGE_TOKEN: string;
declare const WEBHOOK_SECRET: string;
declare class FetchEvent extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const { call } = createClient({ baseUrl: FORGE_URL, credentials: FORGE_TOKEN });

/** Stars acme/widgets on a ping. */
const receiver = createReceiver({
  secrets: WEBHOOK_SECRET,
  on: { ping: () => call(starRepository, { owner: "acme", repo: "widgets" }) },
});

addEventListener("fetch", (event) => {
  if (event instanceof FetchEvent) event.respondWith(receiver(event.request));
});
