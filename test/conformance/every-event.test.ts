import { type AnyEvent, actionsOf, EVENTS, type HookKind } from "@forgehand/core/contract";
import { DIALECTS, type DialectName, wireEvent } from "@forgehand/core/dialects";
import { startEmulator } from "@forgehand/emulator";
import { expect, test } from "vitest";
import { companyWithHooks, deliveryOf } from "../../packages/emulator/src/control/events/company.fixture.ts";
import { startReceiver } from "../../packages/emulator/src/deliveries/receiver.fixture.ts";

/** Events that the description describes with contradictory types. */
const UNDESCRIBED = ["repository_advisory published", "repository_advisory reported"];

/** Actions of events whose senders choose it. */
const DISPATCHED = new Map([["repository_dispatch", "sample.collected"]]);

/** Words of the other dialect, with the field or value that they are in. */
const FOREIGN_WORDS: Readonly<Record<DialectName, RegExp>> = {
  github: /"[^"]*(svc|updater|assistant)[^"]*"(:"[^"]*")?/gi,
  svc: /"[^"]*((?<!\.)github|ghsa|dependabot|copilot)[^"]*"(:"[^"]*")?/gi,
};

interface EventWithAction {
  readonly event: AnyEvent;
  readonly action: string | null;
}

const knownEvents: readonly AnyEvent[] = Object.values(EVENTS);
const allEvents: readonly EventWithAction[] = knownEvents
  .filter(({ name }) => name !== "ping")
  .flatMap((event) => actionsOf(event).map((action) => ({ event, action: DISPATCHED.get(event.name) ?? action })));

/** The kinds of webhook that receive the event. */
const kindsOf = ({ event: { rule }, action }: EventWithAction): readonly HookKind[] =>
  rule.actions?.[action ?? ""]?.hooks ?? rule.hooks;

// Every event that is sent is also checked against the contract and, with GitHub's names, the public description (see
// vitest.config.ts).
test.each<[DialectName, string, readonly string[]]>([
  ["github", "acme/widgets", UNDESCRIBED],
  ["github", "acme/bare", UNDESCRIBED],
  ["svc", "acme/widgets", []],
])(
  "in the dialect %s, every known event can be sent with every action for %s",
  async (dialect, repository, skipped) => {
    await using receiver = await startReceiver();
    const emulator = await startEmulator({ dialect, seed: companyWithHooks(receiver.url) });
    try {
      const eventsToSend = allEvents.filter(({ event, action }) => !skipped.includes(`${event.name} ${action}`));
      const expected = eventsToSend.flatMap((sent) => {
        const {
          action,
          event: { name },
        } = sent;
        const event = wireEvent(DIALECTS[dialect], name);
        const logged = emulator.control.sendEvent({ event, action: action ?? undefined, repository });
        expect(logged).toMatchObject({ event, action, undelivered: [] });
        expect(logged.hooks).toHaveLength(kindsOf(sent).length);
        return kindsOf(sent).map((kind) => `/${kind} ${name} ${action} ${logged.guid}`);
      });
      await emulator.control.settled();
      const receivedLines = await Promise.all(
        receiver.received.map(async (received) => {
          const { event, guid, payload } = await deliveryOf(received, dialect);
          return `${received.path} ${event} ${Object(payload).action ?? null} ${guid}`;
        }),
      );
      expect(receivedLines.toSorted()).toEqual(expected.toSorted());
      const foreignWords = receiver.received.flatMap(({ body }) => body.toString().match(FOREIGN_WORDS[dialect]) ?? []);
      expect([...new Set(foreignWords)]).toEqual([]);
    } finally {
      await emulator.stop();
    }
  },
  30_000,
);
