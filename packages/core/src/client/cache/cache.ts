import type * as z from "zod/mini";
import { expectedAnswer, isSchema } from "../../contract/defined.ts";
import { fieldPaths, isMarked } from "../../contract/schema.ts";
import type { Incoming, Outgoing, Step } from "../chain.ts";
import type { Clock } from "../clock.ts";
import { patiently } from "../waiting.ts";
import { createFlights } from "./flights.ts";
import { conditions, type KeptAnswer, keepable, readKept, unchanged } from "./kept-answer.ts";
import { createMemory } from "./memory.ts";
import type { CacheSettings } from "./options.ts";

/** How long a call waits for a store, in milliseconds. */
const PATIENCE = 1000;

/**
 * Asks whether an answer that is known has changed, and lets equal readings that are under way share one.
 */
export function cache(settings: CacheSettings, clock: Clock): Step {
  const memory = createMemory(settings);
  const flights = createFlights();

  async function recall(name: string): Promise<KeptAnswer | undefined> {
    const asked = (async () => settings.storage?.get(name))();
    const text = await patiently(asked, PATIENCE, undefined, clock);
    return typeof text === "string" ? readKept(text) : undefined;
  }

  async function store(name: string, kept: KeptAnswer): Promise<void> {
    try {
      await settings.storage?.set(name, JSON.stringify(kept));
    } catch {
      // A store that is full, broken or gone is no reason to fail a call.
    }
  }

  return (next) => {
    async function ask(request: Outgoing, key: string): Promise<Incoming> {
      const name = settings.storage && (await storedAs(request));
      const known = memory.get(key) ?? (name === undefined ? undefined : await recall(name));
      const answer = await next(
        known ? { ...request, headers: { ...request.headers, ...conditions(known) } } : request,
      );
      if (answer.status === 304 && known) {
        memory.set(key, known);
        return unchanged(known, answer);
      }
      const kept = answer.status === 200 ? keepable(answer) : undefined;
      if (kept && memory.set(key, kept) && name !== undefined) {
        // Nobody waits for it.
        void store(name, kept);
      }
      return answer;
    }

    return (request) => {
      // Whoever reads after a write must not be given what was asked for before its end.
      if (request.method !== "GET") return next(request).finally(flights.close);
      // Downloads are not kept.
      if (request.reads !== "text") return next(request);
      const key = `${request.owner.account}\n${wordsOf(request)}`;
      // A reading with a deadline of its own is its caller's alone.
      if (!isPatient(request)) return ask(request, key);
      return flights.share(key, request, (signal) => ask({ ...request, signal }, key));
    };
  };
}

function isPatient({ deadline, maxWait }: Outgoing): boolean {
  return deadline === Infinity && maxWait === Infinity;
}

/** All that a request asks for: in which form, in which version, and what steps of the user's own have put there. */
function wordsOf({ headers, url }: Outgoing): string {
  return `${JSON.stringify(headers)}\n${url.href}`;
}

/** Where an answer is kept beside memory; undefined where it must not be. */
async function storedAs(request: Outgoing): Promise<string | undefined> {
  if (!mayBeStored(request)) return undefined;
  const owner = await request.owner.label();
  if (!owner) return undefined;
  // Steps of the user's own may have put a secret into a header: what is written down tells none.
  const asked = new TextEncoder().encode(wordsOf(request));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", asked));
  return `forgehand-answer ${owner} ${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

const withoutSecret = new WeakMap<z.core.$ZodType, boolean>();

/** Only what the contract describes, with no secret marked in it: of all else nobody knows. */
function mayBeStored({ definition, mediaType }: Outgoing): boolean {
  const answer = expectedAnswer(definition, 200, mediaType);
  if (!isSchema(answer)) return false;
  const known = withoutSecret.get(answer) ?? fieldPaths(answer, (field) => isMarked(field, "x-sensitive")).length === 0;
  withoutSecret.set(answer, known);
  return known;
}
