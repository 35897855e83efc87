import type { VirtualClock } from "./virtual-clock.ts";

const NAMES = ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;

/** Options of {@link withVirtualGlobals}. */
export interface VirtualGlobalsOptions {
  /** Minimum delay in milliseconds of a timer that is not set in another timer's callback; default 1, as in Node. */
  readonly shortestDelay?: number;
}

/**
 * Runs code that cannot be given a clock, such as a published client, on a virtual clock. Replaces timers and `Date`
 * during the run, so only one run is possible at a time.
 */
export async function withVirtualGlobals<T>(
  clock: VirtualClock,
  run: () => Promise<T>,
  { shortestDelay = 1 }: VirtualGlobalsOptions = {},
): Promise<T> {
  const real = Object.getOwnPropertyDescriptors(globalThis);
  const realNow = performance.now;
  const cancels = new Map<number, () => void>();
  let lastId = 0;
  let isInTimer = false;
  const start = clock.monotonic();

  function set(run: () => void, milliseconds: number, id = ++lastId): number {
    const cancel = clock.after(Math.max(isInTimer ? 1 : shortestDelay, milliseconds), () => {
      cancels.delete(id);
      isInTimer = true;
      try {
        run();
      } finally {
        isInTimer = false;
      }
    });
    cancels.set(id, cancel);
    return id;
  }
  function clear(timer: unknown): void {
    const id = Number(timer);
    cancels.get(id)?.();
    cancels.delete(id);
  }
  function handle(id: number) {
    const timer = { ref: () => timer, unref: () => timer, hasRef: () => true, [Symbol.toPrimitive]: () => id };
    return timer;
  }

  const RealDate = Date;
  // Supports Date(), new Date(...) and Date's static methods.
  const VirtualDate = new Proxy(RealDate, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [clock.now()] : args, newTarget),
    apply: () => new RealDate(clock.now()).toString(),
    get: (target, name, receiver) => (name === "now" ? clock.now : Reflect.get(target, name, receiver)),
  });

  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: (callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
      handle(set(() => callback(...args), milliseconds)),
    clearTimeout: clear,
    setInterval: (callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) => {
      const id = ++lastId;
      const repeat = () => {
        set(repeat, milliseconds, id);
        callback(...args);
      };
      return handle(set(repeat, milliseconds, id));
    },
    clearInterval: clear,
  });
  performance.now = () => clock.monotonic() - start;
  try {
    return await clock.runUntil(run());
  } finally {
    performance.now = realNow;
    for (const name of NAMES) Object.defineProperty(globalThis, name, real[name]);
  }
}
