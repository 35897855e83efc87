import { type AnyEvent, actionsOf, EVENTS, type HookKind } from "@forgehand/core/contract";
import { DIALECTS, type DialectName, wireEvent } from "@forgehand/core/dialects";
import { startEmulator } from "@forgehand/emulator";
import { expect, test } from "vitest";
import { companyWithHooks, deliveryOf } from "../../packages/emulator/src/control/events/company.fixture.ts";
import { startReceiver } from "../../packages/emulator/src/deliveries/receiver.fixture.ts";

/** What github.com's description has not, or says so that nothing fits it: an author is nothing there, and a user. */
const UNDESCRIBED = [
  ...["code_scanning_alert updated_assignment", "repository anonymous_access_disabled"],
  ...["repository anonymous_access_enabled", "repository_advisory published", "repository_advisory reported"],
];

interface Sent {
  readonly event: AnyEvent;
  readonly action: string | null;
}

const known: readonly AnyEvent[] = Object.values(EVENTS);
const everything: readonly Sent[] = known
  .filter(({ name }) => name !== "ping")
  .flatMap((event) => actionsOf(event).map((action) => ({ event, action })));

/** Who may have it. */
const kindsOf = ({ event: { rule }, action }: Sent): readonly HookKind[] =>
  rule.actions?.[action ?? ""]?.hooks ?? rule.hooks;

// Whatever is sent is held against the contract, and in GitHub's names against the public description, in every test.
test.each<[DialectName, string, readonly string[]]>([
  ["github", "acme/widgets", UNDESCRIBED],
  ["github", "acme/bare", UNDESCRIBED],
  ["svc", "acme/widgets", []],
])(
  "in the words of %s, every event that is known can be sent for %s, with every action",
  async (dialect, repository, left) => {
    await using receiver = await startReceiver();
    const emulator = await startEmulator({ dialect, seed: companyWithHooks(receiver.url) });
    try {
      const wanted = everything.filter(({ event, action }) => !left.includes(`${event.name} ${action}`));
      const expected = wanted.flatMap((sent) => {
        const {
          action,
          event: { name },
        } = sent;
        const event = wireEvent(DIALECTS[dialect], name);
        const logged = emulator.control.sendEvent({ event, action: action ?? undefined, repository });
        expect(logged).toMatchObject({ event: name, action, undelivered: [] });
        expect(logged.hooks).toHaveLength(kindsOf(sent).length);
        return kindsOf(sent).map((kind) => `/${kind} ${name} ${action} ${logged.guid}`);
      });
      await emulator.control.settled();
      const got = await Promise.all(
        receiver.received.map(async (received) => {
          const { event, guid, payload } = await deliveryOf(received, dialect);
          return `${received.path} ${event} ${Object(payload).action ?? null} ${guid}`;
        }),
      );
      expect(got.toSorted()).toEqual(expected.toSorted());
    } finally {
      await emulator.stop();
    }
  },
  30_000,
);
