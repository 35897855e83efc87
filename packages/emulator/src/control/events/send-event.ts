import {
  type AnyEvent,
  actionsOf,
  choosesAction,
  EVENT_NAMES,
  EVENTS,
  type EventName,
  eventRule,
  hasAction,
  isEventName,
  payloadSchema,
} from "@forgehand/core/contract";
import { type Dialect, fromWire, neutralEvent, wireEvent } from "@forgehand/core/dialects";
import { isFields, type JsonFields } from "../../deliveries/fakes/fake.ts";
import type { FakeEventContext } from "../../deliveries/fakes/fake-context.ts";
import { fakePayload, openPayloadOf, requiresField, validatePayload } from "../../deliveries/fakes/fake-payload.ts";
import { canReceive, installationPermits } from "../../deliveries/recipients.ts";
import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import type { Control, EventToSend, LoggedEvent } from "../../public.ts";
import { installations } from "../../state/apps.ts";
import type { Database } from "../../state/database.ts";
import { type Hook, hooks, ownerOf } from "../../state/hooks.ts";
import { resolveEventContext } from "./event-context.ts";

/** A parsed event to send. */
interface ParsedEvent {
  readonly name: EventName;
  readonly givenName: string;
  readonly action: string | null;
  readonly payload: JsonFields;
}

/** Triggers any event of the contract, with a payload from the current state. */
export function createSendEvent(context: EmulatorContext): Control["sendEvent"] {
  return (eventToSend) => {
    const parsed = parseEvent(context.dialect, eventToSend);
    const schema = payloadSchema(EVENTS[parsed.name], parsed.action);
    const eventContext = resolveEventContext(context.db, eventToSend, {
      event: parsed.givenName,
      repository: requiresField(schema, "repository"),
      organization: requiresField(schema, "organization"),
    });
    const singleHook = singleHookFor(context.db, parsed, eventContext);
    const hookContext = singleHook ? { ...eventContext, ...singleHook } : eventContext;
    const payload = payloadOf(context, EVENTS[parsed.name], parsed, hookContext);
    return send(context, { name: parsed.name, action: parsed.action, payload }, hookContext);
  };
}

function send(
  { deliveries }: EmulatorContext,
  event: WebhookEvent,
  { account, repository, hook }: FakeEventContext,
): LoggedEvent {
  if (hook) return deliveries.emitToHook(hook, event);
  return repository ? deliveries.emitSimulated(repository.id, event) : deliveries.emitInOrganization(account.id, event);
}

function parseEvent(dialect: Dialect, eventToSend: EventToSend): ParsedEvent {
  const { event: givenName } = eventToSend;
  const name = neutralEvent(dialect, givenName);
  if (!isEventName(name)) {
    const names = EVENT_NAMES.map((event) => wireEvent(dialect, event)).sort();
    throw new RangeError(`There is no event ${JSON.stringify(givenName)}. Known events: ${names.join(", ")}.`);
  }
  const payload = readPayload(eventToSend.payload);
  const definition = EVENTS[name];
  const action = actionOf(givenName, definition, eventToSend, payload);
  const given = fromWire(dialect, payloadSchema(definition, action), payload);
  return { name, givenName, action, payload: isFields(given) ? given : payload };
}

/** Converts the payload to plain JSON. */
function readPayload(payload: object | undefined): JsonFields {
  if (payload === undefined) return {};
  let parsedJson: unknown;
  try {
    parsedJson = JSON.parse(JSON.stringify(payload));
  } catch {
    // Circular references and BigInts are reported below.
  }
  if (!isFields(parsedJson)) throw new RangeError("payload must be an object that can be serialized as JSON.");
  return parsedJson;
}

/** Default action of an event whose senders choose it: that of the public description. */
const CHOSEN_ACTION = "sample.collected";

const ACTION = /^[A-Za-z][\w.-]*$/;

/** Returns the action: given next to the payload or in it, otherwise the event's first action. */
function actionOf(
  givenName: string,
  definition: AnyEvent,
  eventToSend: EventToSend,
  { action: payloadAction }: JsonFields,
) {
  if (payloadAction !== undefined && typeof payloadAction !== "string")
    throw new RangeError("payload.action must be a string.");
  if (eventToSend.action !== undefined && payloadAction !== undefined && eventToSend.action !== payloadAction) {
    throw new RangeError(`action and payload.action must be equal, got ${eventToSend.action} and ${payloadAction}.`);
  }
  const givenAction = eventToSend.action ?? payloadAction;
  if (givenAction === undefined) return choosesAction(definition) ? CHOSEN_ACTION : (actionsOf(definition)[0] ?? null);
  if (!ACTION.test(givenAction)) throw new RangeError(`action must be a word, got ${JSON.stringify(givenAction)}.`);
  if (actionsOf(definition).includes(null) && !choosesAction(definition))
    throw new RangeError(`${givenName} has no actions: omit "action".`);
  return givenAction;
}

/**
 * Returns the payload of an event that the contract defines. Actions that the contract doesn't know yet can be sent,
 * too, with a payload that is given completely.
 */
function payloadOf(
  context: EmulatorContext,
  definition: AnyEvent,
  { givenName, action, payload }: ParsedEvent,
  eventContext: FakeEventContext,
): JsonFields {
  if (hasAction(definition, action)) return fakePayload(context, definition, action, eventContext, payload);
  const actionError = `The action of ${givenName} must be ${actionsOf(definition).join(", ")}, got ${action}`;
  if (Object.keys(payload).every((name) => name === "action")) {
    throw new RangeError(`${actionError}. To send another action, provide its complete payload.`);
  }
  try {
    return validatePayload(
      context,
      payloadSchema(definition, action),
      openPayloadOf(context, action, eventContext, payload),
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${actionError}; another action needs its complete payload: ${error.message}`);
  }
}

/**
 * Returns the only hook that receives the event: the named one, or that of the app that the event's installation
 * belongs to.
 * @throws RangeError if the hook can't receive the event
 */
function singleHookFor(
  db: Database,
  parsed: ParsedEvent,
  eventContext: FakeEventContext,
): Pick<FakeEventContext, "hook" | "installation"> | undefined {
  const rule = eventRule(parsed.name);
  const { hook } = eventContext;
  if (!hook) {
    if (rule.sentUnsubscribed !== "always") return undefined;
    if (rule.hooks.includes("repository")) {
      throw new RangeError(`${parsed.givenName} is sent to a single webhook and needs a "hook".`);
    }
    return appHookFor(db, parsed, eventContext);
  }
  const { name, givenName, action } = parsed;
  const description = action === null ? givenName : `${givenName} with the action ${action}`;
  if (!canReceive(rule, hook, { name, action }))
    throw new RangeError(`${describeHookKind(hook)} can't receive ${description}.`);
  if (
    ownerOf(hook).kind === "app" &&
    eventContext.installation &&
    !installationPermits(rule, eventContext.installation, { name, action })
  ) {
    throw new RangeError(
      `The app of webhook ${hook.id} can't receive ${description}: it needs one of ${rule.permissions.join(", ")}, which its ` +
        `installation ${eventContext.installation.id} doesn't have, or not at the required level.`,
    );
  }
  return undefined;
}

const HOOK_KIND_NAMES = {
  repository: "A repository's webhook",
  organization: "An organization's webhook",
  app: "An app's webhook",
};
const describeHookKind = (hook: Hook) => HOOK_KIND_NAMES[ownerOf(hook).kind];

/** Only the installation's own app is notified of its changes, whatever permissions it has. */
function appHookFor(db: Database, { payload }: ParsedEvent, { account }: FakeEventContext) {
  const givenId = isFields(payload["installation"]) ? payload["installation"]["id"] : undefined;
  const all = installations
    .all(db, { account_id: account.id }, "id")
    .filter(({ id }) => givenId === undefined || id === givenId);
  const [target] = all.flatMap((installation) => {
    const hook = hooks.find(db, { app_id: installation.app_id });
    return hook ? [{ installation, hook }] : [];
  });
  if (!target && givenId !== undefined) {
    throw new RangeError(`${account.login} has no installation ${givenId} whose app has a webhook.`);
  }
  return target ?? { installation: all[0], hook: undefined };
}
