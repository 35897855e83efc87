import type { VirtualClock } from "./virtual-clock.ts";

const NAMES = ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;

/** Options of {@link withVirtualGlobals}. */
export interface VirtualGlobalsOptions {
  /** Shortest delay of a timer in milliseconds, where no other timer sets it; default 1, as in Node. */
  readonly shortestDelay?: number;
}

/**
 * Runs code that takes no clock, a published client for one, on a virtual clock: timers and `Date` are replaced while it
 * runs. Only one run can do so at a time.
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
  const start = clock.now();

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
  // Called as Date() and new Date(...), and with Date's own static functions.
  const VirtualDate = new Proxy(RealDate, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [clock.now()] : args, newTarget),
    apply: () => new RealDate(clock.now()).toString(),
    get: (target, name, receiver) => (name === "now" ? clock.now : Reflect.get(target, name, receiver)),
  });

  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: (act: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
      handle(set(() => act(...args), milliseconds)),
    clearTimeout: clear,
    setInterval: (act: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) => {
      const id = ++lastId;
      const repeat = () => {
        set(repeat, milliseconds, id);
        act(...args);
      };
      return handle(set(repeat, milliseconds, id));
    },
    clearInterval: clear,
  });
  performance.now = () => clock.now() - start;
  try {
    return await clock.runUntil(run());
  } finally {
    performance.now = realNow;
    for (const name of NAMES) Object.defineProperty(globalThis, name, real[name]);
  }
}
