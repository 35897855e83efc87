import { actionsOf, EVENT_NAMES, eventRule, isEventName, knownEvent } from "@forgehand/core/contract";
import { github, neutralEvent } from "@forgehand/core/dialects";
import { expect, test } from "vitest";
import { compareWithExpected } from "./compare-with-expected.ts";
import { describedWebhooks, type ExpectedDifference } from "./data.ts";

// The names, actions and kinds of webhook of all events, compared with the newest public description. The payloads are
// compared in events.test.ts.

/** The kinds of webhook that the contract supports. */
const COMPARED_KINDS = ["repository", "organization", "app"];

const EXPECTED: readonly ExpectedDifference[] = [
  {
    difference:
      "check_* *requested*: webhooks of app in the contract, app, organization, repository in the description",
    reason: "GitHub's documentation says that only the app that created the check receives them.",
  },
  {
    difference: "repository deleted: webhooks of organization in the contract, *",
    reason: "GitHub's documentation says so: the webhooks of a repository are deleted with it.",
  },
  {
    difference: "repository_dispatch sample.collected: only in the description",
    reason: "An example: the action is whatever the caller chose.",
  },
  {
    difference: "dismissal_request_updater *: only in the contract",
    reason: "The contract has the same actions for dismissal requests of all kinds of alerts.",
  },
];

const byEvent = Map.groupBy(describedWebhooks(), ({ event }) => neutralEvent(github, event));

function* differences(): Generator<string> {
  for (const name of EVENT_NAMES) if (!byEvent.has(name)) yield `${name}: only in the contract`;
  for (const [name, webhooks] of byEvent) {
    const hasKind = webhooks.some(({ hooks }) => hooks.some((kind) => COMPARED_KINDS.includes(kind)));
    if (!isEventName(name)) {
      if (hasKind) yield `${name}: only in the description`;
      continue;
    }
    const known = knownEvent(name);
    const actions = webhooks.flatMap(({ action }) => action ?? []);
    if (known) {
      for (const action of actionsOf(known)) {
        if (action !== null && !actions.includes(action)) yield `${name} ${action}: only in the contract`;
      }
      for (const action of actions) {
        if (!actionsOf(known).includes(action)) yield `${name} ${action}: only in the description`;
      }
    }
    const rule = eventRule(name);
    for (const { action, hooks } of webhooks) {
      const described = hooks.filter((kind) => COMPARED_KINDS.includes(kind)).sort();
      const ours = [...(rule.actions?.[action ?? ""]?.hooks ?? rule.hooks)].sort();
      if (described.join() !== ours.join())
        yield `${name} ${action}: webhooks of ${ours.join(", ")} in the contract, ${described.join(", ")} in the description`;
    }
  }
}

test("events, actions and kinds of webhook are those of the public description, except as listed", () => {
  const { unexpected, obsolete } = compareWithExpected(differences(), EXPECTED);
  expect(unexpected).toEqual([]);
  expect(obsolete).toEqual([]);
});
