import type { Clock } from "../clock.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest, Middleware } from "../middleware.ts";
import { type Loader, loadBeforeSending, tryToLoad } from "../on-demand.ts";
import { canStartEarly, type EarlyCalls, handOver, type Pacing, sendEarly } from "./early-calls.ts";

/** Properties of the middleware. */
export interface PacingOptions<Module> {
  readonly clock: Clock;
  /** Whether the first calls can be sent before the schedulers are loaded. */
  readonly startsEarly: boolean;
  readonly earlyCalls: EarlyCalls<Module>;
  /** Loads the schedulers. */
  readonly loader: Loader<Module>;
  readonly createPacing: (module: Module) => Pacing;
}

/**
 * Paces calls. The schedulers are loaded once more than a few calls have been sent, or one was near a limit; further calls
 * are never sent without them.
 */
export function pacing<Module>({
  clock,
  startsEarly,
  earlyCalls,
  loader,
  createPacing,
}: PacingOptions<Module>): Middleware {
  let created: Pacing | undefined;
  function pacingOf(module: Module): Pacing {
    created ??= createPacing(module);
    return created;
  }

  /** @throws ConnectionError if the schedulers can't be loaded in time */
  function load(request: CallRequest): Promise<Module> {
    const timeLeft = request.deadline - clock.monotonic();
    return loadBeforeSending(loader, request.signal, callErrorContext(request), timeLeft);
  }

  /** Loads the schedulers, if that is possible, so that they react to a rejection as early as possible. */
  async function loadInBackground(): Promise<void> {
    const module = await tryToLoad(loader, undefined);
    if (module) handOver(earlyCalls, module);
  }

  return (next) => async (request) => {
    // Another origin has its own limits, and receives no token that calls could count against.
    if (request.anonymous) return next(request);
    request.signal?.throwIfAborted();
    const loaded = loader.loaded();
    if (!loaded && startsEarly && canStartEarly(earlyCalls, request))
      return sendEarly(earlyCalls, { request, pacingOf }, next, clock, loadInBackground);
    const module = loaded ?? (await load(request));
    handOver(earlyCalls, module);
    return pacingOf(module).send(request, next);
  };
}
