import { ConnectionError, type ErrorContext } from "../errors.ts";
import { abortable, withTimeout } from "./abortable.ts";
import { systemClock } from "./clock.ts";

/** Loads a module at its first use. Once it is loaded, the result is no promise, so that nothing waits for it. */
export type OnDemand<Module> = () => Module | Promise<Module>;

/** Loads a module at its first use, and shows whether it is loaded. */
export interface Loader<Module> {
  (): Module | Promise<Module>;
  /** The module if it is loaded. Does not load it. */
  readonly loaded: () => Module | undefined;
}

/** Maximum real time to wait for a description, in milliseconds: a failed call must end, also without a network. */
const DESCRIPTION_TIMEOUT_MS = 5000;
/** Maximum real time to wait for a part that a call can't be made without, in milliseconds. */
const FEATURE_TIMEOUT_MS = 30_000;

/** Creates a loader that keeps the module. A failed load is repeated at the next use. */
/* @__NO_SIDE_EFFECTS__ */
export function onDemand<Module>(load: () => Promise<Module>): Loader<Module> {
  let loaded: Module | undefined;
  let loading: Promise<Module> | undefined;
  const loadOnce = () => {
    if (loaded) return loaded;
    loading ??= load().then(
      (module) => {
        loaded = module;
        return module;
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return Object.assign(loadOnce, { loaded: () => loaded });
}

/**
 * Loads a module.
 * @returns undefined if it can't be loaded in time
 * @throws the signal's reason if it is aborted meanwhile
 */
export async function tryToLoad<Module>(
  load: OnDemand<Module>,
  signal: AbortSignal | undefined,
  timeout = DESCRIPTION_TIMEOUT_MS,
): Promise<Module | undefined> {
  const module = load();
  if (!(module instanceof Promise)) return module;
  // The options of a call may not have been validated yet.
  const validSignal = signal instanceof AbortSignal ? signal : undefined;
  return abortable(withTimeout(module, timeout, undefined, systemClock), validSignal);
}

/**
 * Loads a part of the client before a request is sent that needs it.
 * @param timeLeft milliseconds that the call has left
 * @throws ConnectionError if it can't be loaded in time; the signal's reason if it is aborted meanwhile
 */
export async function loadBeforeSending<Module>(
  load: OnDemand<Module>,
  signal: AbortSignal | undefined,
  context: ErrorContext = {},
  timeLeft = Infinity,
): Promise<Module> {
  const module = await tryToLoad(load, signal, Math.min(FEATURE_TIMEOUT_MS, timeLeft));
  if (module) return module;
  throw new ConnectionError("Not sent: a part of the client could not be loaded. Check the network.", {
    ...context,
    outcome: "none",
  });
}
