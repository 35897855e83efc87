import {
  type AnyEvent,
  actionsOf,
  EVENT_NAMES,
  type EventName,
  eventRule,
  isEventName,
  knownEvent,
  payloadSchema,
} from "@forgehand/core/contract";
import { type Dialect, fromWire, neutralEvent, wireEvent } from "@forgehand/core/dialects";
import { isFor, mayKnow } from "../../deliveries/listeners.ts";
import { factsOf } from "../../deliveries/samples/facts.ts";
import { heldAgainst, mustCarry, openPayload, samplePayload } from "../../deliveries/samples/payload.ts";
import { type Fields, isFields, merged } from "../../deliveries/samples/sample.ts";
import type { SampleScene } from "../../deliveries/samples/scene.ts";
import type { Control, EventToSend, LoggedEvent } from "../../public.ts";
import { Installation } from "../../state/apps.ts";
import type { Database } from "../../state/database.ts";
import { findAppHook, type Hook } from "../../state/hooks.ts";
import type { Event, World } from "../../world.ts";
import { sceneOf } from "./scene.ts";

/** An event that is to happen, read: which, and with what of its own. */
interface Wish {
  readonly name: EventName;
  /** As it was called. */
  readonly called: string;
  readonly action: string | null;
  readonly given: Fields;
}

/** Lets any event happen that the contract has, with what the state can tell of it. */
export function createSendEvent(world: World): Control["sendEvent"] {
  return (told) => {
    const wish = readWish(world.dialect, told);
    const known = knownEvent(wish.name);
    const schema = known && payloadSchema(known, wish.action);
    const scene = sceneOf(world.db, told, {
      event: wish.called,
      repository: schema !== undefined && mustCarry(schema, "repository"),
      organization: schema !== undefined && mustCarry(schema, "organization"),
    });
    const alone = hookAlone(world.db, wish, scene);
    const at = alone ? { ...scene, ...alone } : scene;
    const payload = known
      ? payloadOf(world, known, wish, at)
      : openPayload(world, wish.action, at, merged(factsOf(world, wish.name, at, wish.given), wish.given));
    return send(world, { name: wish.name, action: wish.action, payload }, at);
  };
}

function send({ deliveries }: World, event: Event, { account, repository, hook }: SampleScene): LoggedEvent {
  if (hook) return deliveries.emitTo(hook, event);
  return repository ? deliveries.emit(repository.id, event) : deliveries.emitAtOrganization(account.id, event);
}

function readWish(dialect: Dialect, told: EventToSend): Wish {
  const { event: called } = told;
  const name = neutralEvent(dialect, called);
  if (!isEventName(name)) {
    const names = EVENT_NAMES.map((one) => wireEvent(dialect, one)).sort();
    throw new RangeError(`There is no event ${JSON.stringify(called)}. There are ${names.join(", ")}.`);
  }
  const payload = readPayload(told.payload);
  const known = knownEvent(name);
  const action = actionOf(called, known, told, payload);
  const given = known ? fromWire(dialect, payloadSchema(known, action), payload) : payload;
  return { name, called, action, given: isFields(given) ? given : payload };
}

/** What is given as JSON says it. */
function readPayload(payload: object | undefined): Fields {
  if (payload === undefined) return {};
  let read: unknown;
  try {
    read = JSON.parse(JSON.stringify(payload));
  } catch {
    // Said below: what has no end, or numbers that JSON hasn't.
  }
  if (!isFields(read)) throw new RangeError("payload has to be an object that can be written as JSON.");
  return read;
}

const ACTION = /^[A-Za-z][\w.-]*$/;

/** The action that is meant: said beside the payload or in it, or else the first that the event has. */
function actionOf(called: string, known: AnyEvent | undefined, told: EventToSend, { action: within }: Fields) {
  if (within !== undefined && typeof within !== "string") throw new RangeError("payload.action has to be a word.");
  if (told.action !== undefined && within !== undefined && told.action !== within) {
    throw new RangeError(`action is ${told.action}, but payload.action is ${within}.`);
  }
  const said = told.action ?? within;
  if (said === undefined) return known ? (actionsOf(known)[0] ?? null) : null;
  if (!ACTION.test(said)) throw new RangeError(`action has to be a word, and ${JSON.stringify(said)} is none.`);
  if (known && actionsOf(known).includes(null)) throw new RangeError(`${called} has no actions: leave "action" out.`);
  return said;
}

/**
 * The payload of an event that the contract knows. An action that it doesn't have may be sent as well: one that the
 * service is yet to add, whose payload nobody but the caller can know.
 */
function payloadOf(world: World, known: AnyEvent, { called, action, given }: Wish, scene: SampleScene): Fields {
  const actions = actionsOf(known);
  if (actions.includes(action)) return samplePayload(world, known, action, scene, given);
  const unknown = `${called} has no action ${action}, but ${actions.join(", ")}`;
  if (Object.keys(given).every((name) => name === "action")) {
    throw new RangeError(`${unknown}. To send another one, give its payload.`);
  }
  try {
    return heldAgainst(payloadSchema(known, action), openPayload(world, action, scene, given));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${unknown}; of another one the whole payload has to be given: ${error.message}`);
  }
}

/**
 * The webhook that is told alone: the one that is named, or that of the app whose installation the event is about.
 * @throws RangeError where it may not have the event (document 1, Events)
 */
function hookAlone(
  db: Database,
  wish: Wish,
  scene: SampleScene,
): Pick<SampleScene, "hook" | "installation"> | undefined {
  const rule = eventRule(wish.name);
  const { hook } = scene;
  if (!hook) {
    if (rule.sentUnsubscribed !== "always") return undefined;
    if (rule.hooks.includes("repository")) {
      throw new RangeError(`${wish.called} is told to one webhook alone: say which by "hook".`);
    }
    return appAlone(db, wish, scene);
  }
  const { name, called, action } = wish;
  const what = action === null ? called : `${called} with the action ${action}`;
  if (!isFor(rule, hook, { name, action })) throw new RangeError(`${kindOf(hook)} can't have ${what}.`);
  if (hook.owner.kind === "app" && scene.installation && !mayKnow(rule, scene.installation, { name, action })) {
    throw new RangeError(
      `The app of webhook ${hook.id} may not know of ${what}: it takes one of ${rule.permissions.join(", ")}, which its ` +
        `installation ${scene.installation.id} doesn't have, or not far enough.`,
    );
  }
  return undefined;
}

const KINDS = {
  repository: "A repository's webhook",
  organization: "An organization's webhook",
  app: "An app's webhook",
};
const kindOf = ({ owner }: Hook) => KINDS[owner.kind];

/** What becomes of an installation only its own app is told, of whatever it holds. */
function appAlone(db: Database, { given }: Wish, { account }: SampleScene) {
  const said = isFields(given["installation"]) ? given["installation"]["id"] : undefined;
  const sql = "SELECT * FROM installations WHERE account_id = ? ORDER BY id";
  const all = db.all(Installation, sql, account.id).filter(({ id }) => said === undefined || id === said);
  const [told] = all.flatMap((installation) => {
    const hook = findAppHook(db, installation.app_id);
    return hook ? [{ installation, hook }] : [];
  });
  if (!told && said !== undefined) {
    throw new RangeError(`${account.login} has no installation ${said} whose app has a webhook.`);
  }
  return told ?? { installation: all[0], hook: undefined };
}
