import { t } from "../locales/i18n.ts";
import type { ControlId } from "../model/control-states.ts";
import { observeTheme } from "../page/observe-theme.ts";
import { type Subject, subjectKey } from "../page/parse-page.ts";
import { callWorker } from "../ui/call-worker.ts";
import type { DrawPart } from "../ui/parts.ts";
import { controlsSize, type DrawnRow, drawRow } from "./draw-row.ts";
import { findRows, type ListRow } from "./find-rows.ts";
import { ROW_HOST_TAG } from "./row-host.ts";
import { containerOf, measurePosition, type RowPosition } from "./row-position.ts";
import { createRowStateLoader } from "./row-state-loader.ts";
import { subjectOfLink } from "./subject-of-link.ts";
import { watchLists } from "./watch-lists.ts";

/** Number of rows drawn before yielding to the browser. */
const BATCH_SIZE = 10;

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

/** Draws controls into the visible rows of a page's lists, and keeps them up to date. */
export const drawRows: DrawPart = (_, view, signal) => {
  const { page, site } = view;
  /** Returns a row's controls: those for its subject that the user has switched on. */
  const controlsOf = ({ number }: Subject): ControlId[] => {
    const all = number === undefined ? (["star", "watch"] as const) : (["review-request"] as const);
    return all.filter((id) => site.controls[id]);
  };
  const tracked = new Map<Element, TrackedRow>();
  const byContainer = new Map<Element, TrackedRow>();
  const stateLoader = createRowStateLoader(view, (row) =>
    callWorker("row-states", { page: page.key, row, controls: controlsOf(row) }),
  );
  let theme: "light" | "dark" = "light";
  observeTheme(
    site.theme,
    (current) => {
      theme = current;
      for (const { drawn } of tracked.values()) drawn?.host.setAttribute("data-theme", current);
    },
    signal,
  );
  const keyOf = (subject: Subject | undefined) => subject && subjectKey(page.origin, subject);

  const listWatcher = watchLists(debounceIdle(scan, signal), signal);
  const visibilityObserver = new IntersectionObserver((entries) => {
    const appeared: TrackedRow[] = [];
    for (const { target, isIntersecting } of entries) {
      const trackedRow = tracked.get(target);
      if (!trackedRow) continue;
      trackedRow.isVisible = isIntersecting;
      if (isIntersecting) appeared.push(trackedRow);
      else removeControls(trackedRow);
    }
    // This fails after an update of the extension. Its new script then draws the rows.
    if (appeared.length > 0) draw(appeared).catch(() => undefined);
  });
  const resizeObserver = new ResizeObserver((entries) => {
    const moved = entries.flatMap(({ target }) => {
      const trackedRow = byContainer.get(target);
      return trackedRow?.drawn && trackedRow.measuredSize !== sizeText(target)
        ? [{ trackedRow, position: measure(trackedRow) }]
        : [];
    });
    for (const { trackedRow, position } of moved) trackedRow.drawn?.setPosition(position);
  });

  function scan(): void {
    if (signal.aborted) return;
    const rows = findRows(document, page).filter(({ subject }) => controlsOf(subject).length > 0);
    const found = new Map(rows.map((row) => [row.element, row]));
    for (const [element, trackedRow] of tracked) {
      const current = found.get(element);
      const isSame =
        current?.title === trackedRow.row.title && keyOf(current.subject) === keyOf(trackedRow.row.subject);
      // The page can remove a row's controls, or move them elsewhere.
      const { container, drawn } = trackedRow;
      if (!isSame || (drawn && drawn.host.parentNode !== container)) untrack(trackedRow);
    }
    for (const row of rows) {
      if (tracked.has(row.element)) continue;
      tracked.set(row.element, { row, container: containerOf(row.element, row.title), isVisible: false });
      visibilityObserver.observe(row.element);
    }
    // Removes copies made by the page and controls left by a script from before an update.
    const ownHosts = new Set([...tracked.values()].map(({ drawn }) => drawn?.host));
    for (const host of document.querySelectorAll<HTMLElement>(`${ROW_HOST_TAG}[data-theme]`))
      if (!ownHosts.has(host)) host.remove();
    listWatcher.follow(rows);
  }

  function measure(trackedRow: TrackedRow): RowPosition {
    trackedRow.measuredSize = sizeText(trackedRow.container);
    return measurePosition(
      trackedRow.container,
      trackedRow.row.title,
      trackedRow.drawn?.host,
      controlsSize(controlsOf(trackedRow.row.subject)),
    );
  }

  async function draw(appeared: readonly TrackedRow[]): Promise<void> {
    const subjects = appeared.map(({ row }) => row.subject);
    // Without the cached states, each row's state is unknown at first.
    const cachedRows = await view.cachedRows(subjects).catch(() => []);
    const cachedOf = new Map(appeared.map((trackedRow, index) => [trackedRow, cachedRows[index]]));
    for (let from = 0; from < appeared.length; from += BATCH_SIZE) {
      if (from > 0) await nextFrame();
      if (signal.aborted) return;
      const batch = appeared
        .slice(from, from + BATCH_SIZE)
        .filter(
          (trackedRow) =>
            trackedRow.isVisible && !trackedRow.drawn && tracked.get(trackedRow.row.element) === trackedRow,
        );
      // Measures all rows before changing any, to avoid a layout per row.
      for (const [trackedRow, position] of batch.map((trackedRow) => [trackedRow, measure(trackedRow)] as const)) {
        const controller = new AbortController();
        const { subject } = trackedRow.row;
        trackedRow.controller = controller;
        trackedRow.drawn = drawRow(trackedRow.row, {
          theme,
          position,
          controls: controlsOf(subject),
          isCurrent: () => isCurrent(trackedRow),
          view: stateLoader.createView(subject, cachedOf.get(trackedRow), controller.signal),
        });
        trackedRow.drawn.host.addEventListener("focusout", () =>
          setTimeout(() => trackedRow.isVisible || removeControls(trackedRow)),
        );
        byContainer.set(trackedRow.container, trackedRow);
        resizeObserver.observe(trackedRow.container);
      }
    }
  }

  /**
   * Whether a row still contains its controls and shows the subject that they were drawn for. Pages reuse and move
   * elements.
   */
  function isCurrent(trackedRow: TrackedRow): boolean {
    const { row, container, drawn } = trackedRow;
    const { element, title, subject } = row;
    const isInPlace = drawn?.host.parentNode === container && element.contains(container) && element.contains(title);
    if (element.isConnected && isInPlace && keyOf(subjectOfLink(title, page)) === keyOf(subject)) return true;
    untrack(trackedRow);
    scan();
    view.notify(t("rowChanged"));
    return false;
  }

  /** Removes a row's controls unless they contain the focus. */
  function removeControls(trackedRow: TrackedRow): void {
    if (!trackedRow.drawn || trackedRow.drawn.host.matches(":focus-within")) return;
    trackedRow.controller?.abort();
    trackedRow.drawn.remove();
    delete trackedRow.drawn;
    byContainer.delete(trackedRow.container);
    resizeObserver.unobserve(trackedRow.container);
  }

  function untrack(trackedRow: TrackedRow): void {
    visibilityObserver.unobserve(trackedRow.row.element);
    tracked.delete(trackedRow.row.element);
    trackedRow.drawn?.host.remove();
    removeControls(trackedRow);
  }

  signal.addEventListener("abort", () => {
    visibilityObserver.disconnect();
    resizeObserver.disconnect();
    for (const trackedRow of [...tracked.values()]) untrack(trackedRow);
  });
  scan();
};

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
