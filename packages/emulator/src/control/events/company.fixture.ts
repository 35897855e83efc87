import { EVENT_NAMES, eventRule, isEventName } from "@forgehand/core/contract";
import type { DialectName } from "@forgehand/core/dialects";
import { type Delivery, readDelivery } from "@forgehand/core/webhooks";
import type { Received } from "../../deliveries/receiver.fixture.ts";

const SECRET = "between us";

/** Whatever an app can subscribe to. */
const OF_APPS = EVENT_NAMES.filter((name) => {
  if (!isEventName(name)) return false;
  const { hooks, sentUnsubscribed } = eventRule(name);
  return hooks.includes("app") && sentUnsubscribed !== "always";
});

/**
 * The seed of a company with a webhook of each kind, which get all that they may have: at `/repository`, `/organization` and
 * `/app`. It has a repository with a thing of each kind, `acme/widgets`, and one with nothing, `acme/bare`.
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
    apps: { bot: { owner: "acme", hook: hook("app"), events: OF_APPS, installations: { acme: {} } } },
  };
}

/** What a receiver got, held against signature and contract. */
export function deliveryOf({ headers, body }: Received, dialect: DialectName): Promise<Delivery> {
  const told = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const request = new Request("http://receiver.test/", { method: "POST", headers: told, body });
  return readDelivery(request, { secrets: SECRET, dialect });
}
