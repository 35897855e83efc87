import { sharedGlobal } from "./shared-global.ts";

interface PointerPress {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  /** Weak, like `over`, so that removed elements are not kept. */
  readonly path: WeakSet<EventTarget>;
}

/** The recent history of the pointer. */
interface PointerState {
  /** The elements below the mouse, and since when. */
  over: WeakMap<EventTarget, number>;
  /** Time of the pointer's last move by the user. */
  movedAt: number;
  press?: PointerPress;
  previousPress?: PointerPress | undefined;
}

declare global {
  /** All content scripts of the extension share this object. */
  var forgehandPointer: PointerState | undefined;
}

/** Returns what is known of the pointer. */
export function pointerState(): PointerState {
  globalThis.forgehandPointer = sharedGlobal("forgehandPointer") ?? { over: new WeakMap(), movedAt: -Infinity };
  return globalThis.forgehandPointer;
}

/** Starts to observe the pointer. Must be called before the page's scripts run, so that they can't keep events from it. */
export function observePointer(signal: AbortSignal): void {
  const options = { capture: true, passive: true, signal };
  window.addEventListener("pointerover", onPointerOver, options);
  window.addEventListener("pointermove", onPointerMove, options);
  window.addEventListener("pointerdown", onPointerDown, options);
}

/** Observes moves of the pointer within a shadow root, which the window doesn't receive. */
export function observePointerIn(root: ShadowRoot): void {
  root.addEventListener("pointerover", onPointerOver, { capture: true, passive: true });
}

function onPointerOver(event: Event): void {
  if (!event.isTrusted) return;
  const current = pointerState();
  const now = performance.now();
  current.over = new WeakMap(event.composedPath().map((target) => [target, current.over.get(target) ?? now]));
}

function onPointerMove(event: PointerEvent): void {
  if (event.isTrusted) pointerState().movedAt = performance.now();
}

function onPointerDown(event: PointerEvent): void {
  if (!event.isTrusted) return;
  const current = pointerState();
  current.previousPress = current.press;
  const { clientX: x, clientY: y } = event;
  current.press = { at: performance.now(), x, y, path: new WeakSet(event.composedPath()) };
}
