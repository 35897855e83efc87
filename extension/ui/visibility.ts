import { isExtensionPage } from "./own-root.ts";

/** Time for which an element must have been visible before it is pressed, in milliseconds. */
const NOTICE_TIME = 500;

/** Longest wait for a report about an element, in milliseconds. */
const REPORT_TIMEOUT = 3000;

/** Smallest width and height, and lowest opacity, of an element that counts as visible. */
const [MIN_SIZE, MIN_OPACITY] = [8, 0.95];

/** Points of an element that are checked, as fractions of its size, and how many of them must be uncovered. */
const POINTS = [
  [0.5, 0.5],
  [0.2, 0.2],
  [0.8, 0.2],
  [0.2, 0.8],
  [0.8, 0.8],
] as const;
const MIN_POINTS = 3;

/** Tag name of hosts that hide their controls until the user points at them. */
const REVEALED_HOST = "forgehand-row";

/** Time for which reports about an element that has just been drawn are preliminary, in milliseconds. */
const SETTLE_TIME = 300;

/** Whether an element in the window is visible. */
interface VisibilityReport {
  readonly isVisible: boolean;
  /** Time when that began; `-Infinity` for an element that was visible when it was drawn. */
  readonly since: number;
  /** Time when the element came into the window. */
  readonly shownAt: number;
}

const reports = new WeakMap<Element, VisibilityReport>();
const waiting = new WeakMap<Element, (report: VisibilityReport) => void>();

/** Does not keep its elements alive. */
let observer: IntersectionObserver | undefined;

/** Starts to observe an element, so that it is known how long it has been visible when it is pressed. */
export function watchVisibility(element: Element): void {
  if (!hasReports()) return;
  // Chromium reports covers, also those that let clicks through, and transparency.
  const options = { trackVisibility: true, delay: 100, threshold: [0, 0.5, 1] };
  observer ??= new IntersectionObserver(receive, options);
  observer.observe(element);
}

/**
 * Whether the user can see an element. The checks have gaps; see SECURITY.md.
 * @param isForPointer whether it must have been visible for some time, because the page can show it under the pointer
 */
export async function isVisibleToUser(element: Element, isForPointer: boolean): Promise<boolean> {
  if (isExtensionPage()) return true;
  if (!isShown(element)) return false;
  if (!hasReports()) return true;
  if (observer) receive(observer.takeRecords());
  const now = performance.now();
  const known = reports.get(element);
  const { isVisible, since } = known?.isVisible ? known : await nextReport(element, isPreliminary(known, now));
  return isVisible && (!isForPointer || now - since >= NOTICE_TIME);
}

/** Firefox has no such reports. */
const hasReports = () =>
  typeof IntersectionObserverEntry === "function" && "isVisible" in IntersectionObserverEntry.prototype;

function receive(entries: readonly IntersectionObserverEntry[]): void {
  for (const entry of entries) {
    const { target, isIntersecting } = entry;
    const isVisible = "isVisible" in entry && entry.isVisible === true;
    const report = followUp(reports.get(target), isVisible);
    // Scrolling into the window, being pointed at, and closing a menu of the extension, is no cover that was removed.
    if (isIntersecting && (isVisible || !(isRevealed(target) || isBelowOwnMenu(target)))) reports.set(target, report);
    else reports.delete(target);
    if (isIntersecting) waiting.get(target)?.(report);
  }
}

function followUp(known: VisibilityReport | undefined, isVisible: boolean): VisibilityReport {
  const now = performance.now();
  if (!known || (isVisible && isPreliminary(known, now)))
    return { isVisible, since: -Infinity, shownAt: known?.shownAt ?? now };
  return known.isVisible === isVisible ? known : { ...known, isVisible, since: now };
}

const isPreliminary = (known: VisibilityReport | undefined, now: number) => !known || now - known.shownAt < SETTLE_TIME;

/** Whether a menu or list of the extension is open, which can cover its own controls. */
function isBelowOwnMenu(element: Element): boolean {
  const root = element.getRootNode();
  return root instanceof ShadowRoot && root.querySelector(":popover-open:not(.toast)") !== null;
}

function isRevealed(element: Element): boolean {
  const root = element.getRootNode();
  return root instanceof ShadowRoot && root.host.localName === REVEALED_HOST;
}

/**
 * Requests a new report about an element, which takes one frame.
 * @param isNew whether reports are still preliminary. An element that was pressed as soon as it was drawn, and is removed
 * by that, gets no other, and counts as visible.
 */
async function nextReport(element: Element, isNew: boolean): Promise<VisibilityReport> {
  const { promise, resolve } = Promise.withResolvers<VisibilityReport>();
  const timer = setTimeout(() => resolve({ isVisible: false, since: 0, shownAt: 0 }), REPORT_TIMEOUT);
  waiting.set(element, resolve);
  observer?.unobserve(element);
  watchVisibility(element);
  const accept = () => !isNew || element.isConnected || resolve({ isVisible: true, since: -Infinity, shownAt: 0 });
  requestAnimationFrame(() => requestAnimationFrame(accept));
  const report = await promise;
  clearTimeout(timer);
  waiting.delete(element);
  return report;
}

/** Whether an element is opaque, large enough, and on top. Covers that let clicks through can't be found this way. */
function isShown(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width < MIN_SIZE || height < MIN_SIZE || getComputedStyle(element).visibility !== "visible") return false;
  for (let ancestor: Element | null = element; ancestor; ancestor = drawnParent(ancestor))
    if (isFaded(getComputedStyle(ancestor))) return false;
  const root = element.getRootNode();
  const isOnTop = (x: number, y: number) => {
    if (!(root instanceof ShadowRoot) || document.elementFromPoint(x, y) !== root.host) return false;
    const found = root.elementFromPoint(x, y);
    return found !== null && element.contains(found);
  };
  return POINTS.filter(([x, y]) => isOnTop(left + width * x, top + height * y)).length >= MIN_POINTS;
}

function isFaded({ opacity, filter, clipPath, mixBlendMode, maskImage }: CSSStyleDeclaration): boolean {
  const isPlain = clipPath === "none" && mixBlendMode === "normal" && (maskImage ?? "none") === "none";
  return Number(opacity) < MIN_OPACITY || /opacity|blur/.test(filter) || !isPlain;
}

/** The parent whose effects apply to an element, too. None apply to the top layer. */
function drawnParent(element: Element): Element | null {
  if (element.matches(":popover-open")) return null;
  const parent = element.assignedSlot ?? element.parentNode;
  return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
}
