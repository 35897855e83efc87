import { EVENT_NAMES, eventRule, isEventName } from "@forgehand/core/contract";
import type { DialectName } from "@forgehand/core/dialects";
import { type Delivery, readDelivery } from "@forgehand/core/webhooks";
import type { ReceivedDelivery } from "../../deliveries/receiver.fixture.ts";

const SECRET = "between us";

/** All events that an app can subscribe to. */
const APP_EVENTS = EVENT_NAMES.filter((name) => {
  if (!isEventName(name)) return false;
  const { hooks, sentUnsubscribed } = eventRule(name);
  return hooks.includes("app") && sentUnsubscribed !== "always";
});

/**
 * A seed with a webhook of each kind that subscribes to everything: at `/repository`, `/organization` and `/app`.
 * `acme/widgets` has a resource of each kind, `acme/bare` has none.
 */
export function companyWithHooks(url: string) {
  const hook = (path: string) => ({ url: url + path, content_type: "json", secret: SECRET });
  const everything = [{ ...hook("repository"), events: ["*"] }];
  return {
    users: { alice: {}, bob: { name: "Bob Baker" }, zoe: {} },
    organizations: {
      acme: {
        members: { alice: "owner", bob: "member" },
        teams: { oilers: { name: "Oilers", members: ["bob"] } },
        hooks: [{ ...hook("organization"), events: ["*"] }],
      },
    },
    repositories: {
      "acme/bare": { hooks: everything },
      "acme/widgets": {
        hooks: everything,
        files: { "README.md": "# Widgets\n" },
        issues: [{ number: 2, title: "It squeaks", author: "bob" }],
        pulls: [{ number: 3, title: "Oil it", author: "bob", head: "oil" }],
        workflow_runs: [{ actor: "bob", jobs: { test: {} } }],
      },
      "zoe/own": {},
    },
    apps: { bot: { owner: "acme", hook: hook("app"), events: APP_EVENTS, installations: { acme: {} } } },
  };
}

/** Parses a received delivery, verifying its signature and payload. */
export function deliveryOf({ headers, body }: ReceivedDelivery, dialect: DialectName): Promise<Delivery> {
  const headerPairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const request = new Request("http://receiver.test/", { method: "POST", headers: headerPairs, body });
  return readDelivery(request, { secrets: SECRET, dialect });
}
