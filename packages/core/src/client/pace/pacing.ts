import { paceOf } from "../../contract/defined.ts";
import { RateLimitError, sentences } from "../../errors.ts";
import { aboutCall } from "../about.ts";
import { readRate, readRateLimit } from "../answer/rate-limit.ts";
import type { Outgoing, Step } from "../chain.ts";
import type { Clock } from "../clock.ts";
import type { WaitReason } from "../events.ts";
import { onAbort, unlessAborted } from "../waiting.ts";
import type { Job, Obstacle, Place } from "./job.ts";
import type { Keeping } from "./keeping.ts";
import type { PaceSettings } from "./options.ts";
import { quotaOf } from "./owners.ts";
import type { Scheduler } from "./scheduler.ts";
import { serialKey } from "./serial.ts";

/** Time and chance. */
interface Surroundings {
  readonly clock: Clock;
  readonly random: () => number;
}

/** Sends each attempt when the limits of its quota owner allow it, and tells them what came of it. */
export function pacing(settings: PaceSettings, { clock, random }: Surroundings): Step {
  return (next) => async (request) => {
    // Another origin has limits of its own, and none that a token counts on.
    if (request.anonymous) return next(request);
    const { origin, host } = request.url;
    const { account, label } = request.owner;
    const name = async () => `forgehand-pace ${host} ${settings.owner ?? (await label())}`;
    const { scheduler, keeping, others } = quotaOf(
      `${origin}\n${settings.owner ?? account}`,
      name,
      settings,
      clock,
      random,
    );
    const loading = keeping?.ready();
    if (loading) await unlessAborted(loading, request.signal);
    const place = together(await enter(scheduler, request, clock), others, request);
    await keep(keeping, request.signal, place);
    try {
      const answer = await next(request);
      const now = clock.now();
      const rate = readRate(answer.headers, now);
      place.leave({ answer: { isFree: answer.status === 304, rate }, refusal: readRateLimit(answer, now) });
      return answer;
    } catch (error) {
      place.leave({});
      throw error;
    }
  };
}

/** A place that the other schedulers of its owner count as well. */
function together(place: Place, others: () => readonly Scheduler[], request: Outgoing): Place {
  const noted = others();
  const places = noted.map((one) => one.note(jobOf(request)));
  return {
    leave(ending) {
      for (const one of [place, ...places]) one.leave(ending);
      if (!ending.refusal) return;
      // One that came meanwhile has to hear of it as well.
      for (const one of others()) if (!noted.includes(one)) one.note(jobOf(request)).leave(ending);
    },
  };
}

/** Keeps that a call goes, before it goes: after a crash, nobody must count on what it uses. */
async function keep(keeping: Keeping | undefined, signal: AbortSignal | undefined, place: Place): Promise<void> {
  try {
    if (keeping) await unlessAborted(keeping.kept(), signal);
    signal?.throwIfAborted();
  } catch (error) {
    place.leave({ unsent: true });
    throw error;
  }
}

/** @throws RateLimitError where the wait would be longer than the caller has time; the reason of an aborted signal */
function enter(scheduler: Scheduler, request: Outgoing, clock: Clock): Place | Promise<Place> {
  request.signal?.throwIfAborted();
  const latest = Math.min(request.deadline, clock.now() + request.maxWait);
  const job = jobOf(request);
  const mustWait = latest === Infinity ? undefined : scheduler.outlook(job);
  if (mustWait && mustWait.until > latest) throw refused(request, mustWait);
  let place: Place | undefined;
  let went = (given: Place): void => {
    place = given;
  };
  let met: Obstacle | undefined;
  const leaveQueue = scheduler.enter({
    ...job,
    go: (given) => went(given),
    waits(reason, until) {
      met = { reason, until };
      request.tell?.({ type: "wait", reason, until: until === undefined ? undefined : new Date(until) });
    },
  });
  if (place) return place;
  return new Promise((resolve, reject) => {
    const { signal } = request;
    const giveUp = (reason: unknown) => {
      end();
      leaveQueue();
      reject(reason);
    };
    const abort = () => giveUp(signal?.reason);
    const forget = onAbort(signal, abort);
    const beLate = () => giveUp(refused(request, met ?? { reason: "concurrency", until: undefined }));
    const cancel = latest === Infinity ? undefined : clock.after(latest - clock.now(), beLate);
    const end = () => {
      cancel?.();
      forget();
    };
    went = (given) => {
      end();
      resolve(given);
    };
    // Whoever is told of the wait may give up at once.
    if (signal?.aborted) abort();
  });
}

function jobOf({ operation, definition, input, priority }: Outgoing): Job {
  const { cost, createsContent, serial, resource } = paceOf(operation);
  return {
    cost,
    createsContent,
    isWrite: definition.retry !== "safe",
    resource,
    serial: serialKey(serial, input),
    priority,
    go: () => undefined,
    waits: () => undefined,
  };
}

const REASONS: Readonly<Record<WaitReason, string>> = {
  points: "the points of this minute are used",
  content: "as much was created as may be for now",
  cpu: "the service's computing time of this minute is used",
  primary: "the calls of this hour are used",
  pause: "the service has asked to pause",
  concurrency: "other calls are under way",
  serial: "a call that it must not run beside is under way",
  "write gap": "writes keep a distance",
};

function refused(request: Outgoing, { reason, until }: Obstacle): RateLimitError {
  const at = until === undefined ? undefined : new Date(until);
  return new RateLimitError(
    sentences(
      `Not sent, as it would have to wait for longer than it may: ${REASONS[reason]}`,
      at && `Try again at ${at.toISOString()}`,
    ),
    { ...aboutCall(request), until: at },
  );
}
