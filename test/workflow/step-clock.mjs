// Loaded with `node --import` before the action in the process of a step. Skips time in which only timers keep the
// process alive. Plain JavaScript, because loading Node's type stripping takes 40 ms.

const real = { setTimeout, clearTimeout, now: Date.now };
const started = real.now();
let skipped = 0;
/** Time of a stopped clock. @type {number | undefined} */
let stoppedAt;
const now = () => stoppedAt ?? real.now() + skipped;

/** Pending timers. @type {Set<Timer>} */
const timers = new Set();

/** Replaces Node's `Timeout`. */
class Timer {
  #run;
  #milliseconds;
  #repeats;
  /** @type {NodeJS.Timeout | undefined} */
  #real;
  #isRef = true;
  at = 0;

  /** @param {() => void} run @param {unknown} milliseconds @param {boolean} repeats */
  constructor(run, milliseconds, repeats) {
    this.#run = run;
    this.#milliseconds = Math.max(1, Number(milliseconds) || 0);
    this.#repeats = repeats;
    this.refresh();
  }

  /** Sets the real timer. It keeps the process alive only when it is due, or if time is not skipped. */
  arm(keepsAlive = false) {
    real.clearTimeout(this.#real);
    if (stoppedAt !== undefined) return;
    const remaining = this.at - now();
    this.#real = real.setTimeout(() => this.fire(), Math.max(0, remaining));
    if (!this.#isRef || (remaining > 0 && !keepsAlive)) this.#real.unref();
  }

  fire() {
    real.clearTimeout(this.#real);
    timers.delete(this);
    if (this.#repeats) this.refresh();
    this.#run();
  }

  refresh() {
    this.at = now() + this.#milliseconds;
    timers.add(this);
    this.arm();
    return this;
  }

  close() {
    timers.delete(this);
    real.clearTimeout(this.#real);
    return this;
  }

  ref() {
    this.#isRef = true;
    return this;
  }

  unref() {
    this.#isRef = false;
    this.#real?.unref();
    return this;
  }

  hasRef() {
    return this.#isRef;
  }
}

/** @param {unknown} timer */
function clear(timer) {
  if (timer instanceof Timer) timer.close();
}

/** @param {boolean} repeats @returns {(run: (...args: unknown[]) => void, milliseconds?: number, ...args: unknown[]) => Timer} */
const timerSetter =
  (repeats) =>
  (run, milliseconds, ...args) =>
    new Timer(() => run(...args), milliseconds, repeats);

Object.assign(globalThis, {
  Date: new Proxy(Date, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: (target) => new target(now()).toString(),
    get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
  }),
  setTimeout: timerSetter(false),
  setInterval: timerSetter(true),
  clearTimeout: clear,
  clearInterval: clear,
});
performance.now = () => now() - started;

const inOrder = () => [...timers].sort((one, other) => one.at - other.at);

/**
 * Passes time without waiting, then stops the clock. Due timers run in order, each followed by some turns of the event
 * loop.
 * @param {number} milliseconds
 */
async function stopAfter(milliseconds) {
  const end = now() + milliseconds;
  stoppedAt = now();
  for (let [next] = inOrder(); next !== undefined && next.at <= end; [next] = inOrder()) {
    stoppedAt = Math.max(stoppedAt, next.at);
    next.fire();
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  stoppedAt = end;
}

/** @param {unknown} message */
function handleMessage(message) {
  const { skip, mode } = /** @type {import("./runner.ts").ClockMessage} */ (message);
  if (mode === "stop") {
    stopAfter(skip).then(() => process.send?.("stopped"));
  } else {
    skipped += skip;
    for (const timer of inOrder()) timer.arm(mode === "wait");
  }
  process.channel?.unref();
}
process.on("message", handleMessage);
process.channel?.unref();

// Node emits this when no request, process or file is in flight.
process.on("beforeExit", () => {
  const next = inOrder().find((timer) => timer.hasRef());
  if (next === undefined) return;
  process.channel?.ref();
  process.send?.({ idle: Math.max(0, next.at - now()) });
});
