import { t } from "../locales/i18n.ts";
import type { ControlId } from "../model/control-states.ts";
import { type Subject, subjectKey } from "../page/parse-page.ts";
import { callWorker } from "../ui/call-worker.ts";
import type { ControlView } from "../ui/view.ts";
import { readCachedRows } from "./cached-rows.ts";
import { controlsSize, type DrawnRow, drawRow } from "./draw-row.ts";
import { findRows, type ListRow } from "./find-rows.ts";
import { ROW_HOST_TAG } from "./row-host.ts";
import { containerOf, measurePosition, type RowPosition } from "./row-position.ts";
import { createRowStateLoader } from "./row-state-loader.ts";
import { subjectOfLink } from "./subject-of-link.ts";
import { watchLists } from "./watch-lists.ts";

/** Number of rows drawn before yielding to the browser. */
const BATCH_SIZE = 10;

/** Options for the rows of a page. */
export interface RowsOptions {
  /** View of the page that contains the rows. */
  readonly view: ControlView;
  readonly theme: string;
  readonly controlsOf: (row: Subject) => readonly ControlId[];
}

/** A row found on the page, drawn or not. */
interface TrackedRow {
  readonly row: ListRow;
  readonly container: Element;
  isVisible: boolean;
  drawn?: DrawnRow;
  /** Aborted when the row is no longer visible. */
  controller?: AbortController;
  /** Size of the row when its controls were positioned. */
  measuredSize?: string;
}

/**
 * Keeps controls in the visible rows of a page's lists.
 * @param signal removes all of them
 */
export function manageRows({ view, theme, controlsOf }: RowsOptions, signal: AbortSignal): void {
  const { page } = view;
  const tracked = new Map<Element, TrackedRow>();
  const byContainer = new Map<Element, TrackedRow>();
  const stateLoader = createRowStateLoader(view, (row) =>
    callWorker("row-states", { page: page.key, row, controls: controlsOf(row) }),
  );
  const keyOf = (subject: Subject | undefined) => subject && subjectKey(page.origin, subject);

  const listWatcher = watchLists(debounceIdle(scan, signal), signal);
  const visibilityObserver = new IntersectionObserver((entries) => {
    const appeared: TrackedRow[] = [];
    for (const { target, isIntersecting } of entries) {
      const one = tracked.get(target);
      if (!one) continue;
      one.isVisible = isIntersecting;
      if (isIntersecting) appeared.push(one);
      else removeControls(one);
    }
    // After an update of the extension, its new script draws the rows.
    if (appeared.length > 0) draw(appeared).catch(() => undefined);
  });
  const resizeObserver = new ResizeObserver((entries) => {
    const moved = entries.flatMap(({ target }) => {
      const one = byContainer.get(target);
      return one?.drawn && one.measuredSize !== sizeText(target) ? [{ one, place: measure(one) }] : [];
    });
    for (const { one, place } of moved) one.drawn?.setPosition(place);
  });

  function scan(): void {
    if (signal.aborted) return;
    const rows = findRows(document, page).filter(({ subject }) => controlsOf(subject).length > 0);
    const found = new Map(rows.map((row) => [row.element, row]));
    for (const [element, one] of tracked) {
      const now = found.get(element);
      if (now?.title !== one.row.title || keyOf(now.subject) !== keyOf(one.row.subject)) untrack(one);
    }
    for (const row of rows) {
      if (tracked.has(row.element)) continue;
      tracked.set(row.element, { row, container: containerOf(row.element, row.title), isVisible: false });
      visibilityObserver.observe(row.element);
    }
    // Removes copies made by the page and controls left by a script from before an update.
    const own = new Set([...tracked.values()].map(({ drawn }) => drawn?.host));
    for (const host of document.querySelectorAll<HTMLElement>(`${ROW_HOST_TAG}[data-theme]`))
      if (!own.has(host)) host.remove();
    listWatcher.follow(rows);
  }

  function measure(one: TrackedRow): RowPosition {
    one.measuredSize = sizeText(one.container);
    return measurePosition(one.container, one.row.title, one.drawn?.host, controlsSize(controlsOf(one.row.subject)));
  }

  async function draw(appeared: readonly TrackedRow[]): Promise<void> {
    const cachedOf = await readCachedRows(
      page.origin,
      appeared.map(({ row }) => row),
    );
    for (let from = 0; from < appeared.length; from += BATCH_SIZE) {
      if (from > 0) await nextFrame();
      if (signal.aborted) return;
      const now = appeared
        .slice(from, from + BATCH_SIZE)
        .filter((one) => one.isVisible && !one.drawn && tracked.get(one.row.element) === one);
      // Measures all rows before changing any, to avoid a layout per row.
      for (const [one, position] of now.map((one) => [one, measure(one)] as const)) {
        const life = new AbortController();
        const { subject } = one.row;
        one.controller = life;
        one.drawn = drawRow(one.row, {
          ...{ theme, position, controls: controlsOf(subject), isCurrent: () => isCurrent(one) },
          view: stateLoader.createView(subject, cachedOf(one.row), life.signal),
        });
        one.drawn.host.addEventListener("focusout", () => setTimeout(() => one.isVisible || removeControls(one)));
        byContainer.set(one.container, one);
        resizeObserver.observe(one.container);
      }
    }
  }

  /** Returns whether a row still shows the subject that it was drawn for. Pages reuse elements for other content. */
  function isCurrent({ row }: TrackedRow): boolean {
    const { element, title, subject } = row;
    if (element.isConnected && element.contains(title) && keyOf(subjectOfLink(title, page)) === keyOf(subject))
      return true;
    scan();
    view.notify(t("rowChanged"));
    return false;
  }

  /** Removes a row's controls unless they contain the focus. */
  function removeControls(one: TrackedRow): void {
    if (!one.drawn || one.drawn.host.matches(":focus-within")) return;
    one.controller?.abort();
    one.drawn.remove();
    delete one.drawn;
    byContainer.delete(one.container);
    resizeObserver.unobserve(one.container);
  }

  function untrack(one: TrackedRow): void {
    visibilityObserver.unobserve(one.row.element);
    tracked.delete(one.row.element);
    one.drawn?.host.remove();
    removeControls(one);
  }

  signal.addEventListener("abort", () => {
    visibilityObserver.disconnect();
    resizeObserver.disconnect();
    for (const one of [...tracked.values()]) untrack(one);
  });
  scan();
}

const sizeText = (element: Element): string => `${element.clientWidth} ${element.clientHeight}`;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Returns a function that runs `work` once when the browser is idle, however often it is called. */
function debounceIdle(work: () => void, signal: AbortSignal): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled || signal.aborted) return;
    isScheduled = true;
    requestIdleCallback(
      () => {
        isScheduled = false;
        work();
      },
      { timeout: 200 },
    );
  };
}
