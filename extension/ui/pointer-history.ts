import { sharedGlobal } from "./shared-global.ts";

/** Time that a user needs to notice that something else is below the pointer, in milliseconds. */
const NOTICE_TIME = 500;

/** Time between a move and the arrival at an element that it causes, at most, in milliseconds. */
const MOVE_TIME = 50;

/** Distance between two presses at the same place, at most, in pixels. */
const SAME_PLACE = 16;

interface PointerPress {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly path: readonly EventTarget[];
}

/** What the user has done with the pointer. */
interface PointerState {
  /** The elements below the mouse, and since when. */
  over: ReadonlyMap<EventTarget, number>;
  /** When the user last moved the pointer. */
  movedAt: number;
  press?: PointerPress;
  previousPress?: PointerPress | undefined;
}

declare global {
  /** All content scripts of the extension share this object. */
  var forgehandPointer: PointerState | undefined;
}

function state(): PointerState {
  globalThis.forgehandPointer = sharedGlobal("forgehandPointer") ?? { over: new Map(), movedAt: -Infinity };
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

/** Whether an element has just come to be below a mouse that was not moved. Browsers report only moves by the user. */
export function hasComeUnderPointer(element: Element): boolean {
  const { over, movedAt } = state();
  const enteredAt = over.get(element);
  if (enteredAt === undefined) return true;
  return movedAt < enteredAt - MOVE_TIME && performance.now() - enteredAt < NOTICE_TIME;
}

/** Whether the current press is the second one at its place within a short time, and the first one was on something else. */
export function isSecondPress(element: Element): boolean {
  const { press, previousPress: previous } = state();
  if (!press || !previous || previous.path.includes(element) || press.at - previous.at >= NOTICE_TIME) return false;
  return Math.hypot(press.x - previous.x, press.y - previous.y) < SAME_PLACE;
}

function onPointerOver(event: Event): void {
  if (!event.isTrusted) return;
  const current = state();
  const now = performance.now();
  current.over = new Map(event.composedPath().map((target) => [target, current.over.get(target) ?? now]));
}

function onPointerMove(event: PointerEvent): void {
  if (event.isTrusted) state().movedAt = performance.now();
}

function onPointerDown(event: PointerEvent): void {
  if (!event.isTrusted) return;
  const current = state();
  current.previousPress = current.press;
  const { clientX: x, clientY: y } = event;
  current.press = { at: performance.now(), x, y, path: event.composedPath() };
}
