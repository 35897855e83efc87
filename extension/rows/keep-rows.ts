import type { ControlId } from "../messages/states.ts";
import { type Subject, subjectKey } from "../page/parse-page.ts";
import { ask } from "../ui/ask.ts";
import type { View } from "../ui/view.ts";
import { t } from "../ui/words.ts";
import { type DrawnRow, drawRow, sizeOf } from "./drawn-row.ts";
import { findRows, type Row } from "./find-rows.ts";
import { readKnownRows } from "./known-rows.ts";
import { watchLists } from "./list-changes.ts";
import { holderOf, measurePlace, type Place } from "./placing.ts";
import { ROW_HOST } from "./row-host.ts";
import { createRowLooks } from "./row-looks.ts";
import { subjectOfLink } from "./subject-of-link.ts";

/** Rows that are drawn before the browser may draw as well. */
const AT_ONCE = 10;

/** What rows are to be like on a page. */
export interface RowsWanted {
  /** The view of the page that they are on. */
  readonly view: View;
  readonly theme: string;
  readonly controlsOf: (row: Subject) => readonly ControlId[];
}

/** What is kept of a row, drawn or not. */
interface Kept {
  readonly row: Row;
  readonly holder: Element;
  isInSight: boolean;
  drawn?: DrawnRow;
  /** Ends what was begun for it while it was in sight. */
  life?: AbortController;
  /** The size that the row had when its controls were placed. */
  size?: string;
}

/** Keeps controls in those rows of a page's lists that are in sight. @param signal takes all of it away */
export function keepRows({ view, theme, controlsOf }: RowsWanted, signal: AbortSignal): void {
  const { page } = view;
  const kept = new Map<Element, Kept>();
  const byHolder = new Map<Element, Kept>();
  const looks = createRowLooks(view, (row) => ask("look-row", { page: page.key, row, controls: controlsOf(row) }));
  const keyOf = (subject: Subject | undefined) => subject && subjectKey(page.origin, subject);

  const changes = watchLists(soon(scan, signal), signal);
  const sight = new IntersectionObserver((entries) => {
    const came: Kept[] = [];
    for (const { target, isIntersecting } of entries) {
      const one = kept.get(target);
      if (!one) continue;
      one.isInSight = isIntersecting;
      if (isIntersecting) came.push(one);
      else putAway(one);
    }
    // Where the extension was replaced under the page, its new script draws them.
    if (came.length > 0) draw(came).catch(() => undefined);
  });
  const sizes = new ResizeObserver((entries) => {
    const moved = entries.flatMap(({ target }) => {
      const one = byHolder.get(target);
      return one?.drawn && one.size !== sizeText(target) ? [{ one, place: measure(one) }] : [];
    });
    for (const { one, place } of moved) one.drawn?.place(place);
  });

  function scan(): void {
    if (signal.aborted) return;
    const rows = findRows(document, page).filter(({ subject }) => controlsOf(subject).length > 0);
    const found = new Map(rows.map((row) => [row.element, row]));
    for (const [element, one] of kept) {
      const now = found.get(element);
      if (now?.title !== one.row.title || keyOf(now.subject) !== keyOf(one.row.subject)) drop(one);
    }
    for (const row of rows) {
      if (kept.has(row.element)) continue;
      kept.set(row.element, { row, holder: holderOf(row.element, row.title), isInSight: false });
      sight.observe(row.element);
    }
    // Copies that a page made of itself, and what a script from before an update left behind.
    const own = new Set([...kept.values()].map(({ drawn }) => drawn?.host));
    for (const host of document.querySelectorAll<HTMLElement>(`${ROW_HOST}[data-theme]`))
      if (!own.has(host)) host.remove();
    changes.follow(rows);
  }

  function measure(one: Kept): Place {
    one.size = sizeText(one.holder);
    return measurePlace(one.holder, one.row.title, one.drawn?.host, sizeOf(controlsOf(one.row.subject)));
  }

  async function draw(came: readonly Kept[]): Promise<void> {
    const knownOf = await readKnownRows(
      page.origin,
      came.map(({ row }) => row),
    );
    for (let from = 0; from < came.length; from += AT_ONCE) {
      if (from > 0) await nextFrame();
      if (signal.aborted) return;
      const now = came
        .slice(from, from + AT_ONCE)
        .filter((one) => one.isInSight && !one.drawn && kept.get(one.row.element) === one);
      // All that is measured comes before all that is changed: else each row would be laid out anew.
      for (const [one, place] of now.map((one) => [one, measure(one)] as const)) {
        const life = new AbortController();
        const { subject } = one.row;
        one.life = life;
        one.drawn = drawRow(one.row, {
          ...{ theme, place, controls: controlsOf(subject), isTrue: () => isTrue(one) },
          view: looks.viewOf(subject, knownOf(one.row), life.signal),
        });
        one.drawn.host.addEventListener("focusout", () => setTimeout(() => one.isInSight || putAway(one)));
        byHolder.set(one.holder, one);
        sizes.observe(one.holder);
      }
    }
  }

  /** Is a row still about what it was drawn for? Pages put other things into elements that they have. */
  function isTrue({ row }: Kept): boolean {
    const { element, title, subject } = row;
    if (element.isConnected && element.contains(title) && keyOf(subjectOfLink(title, page)) === keyOf(subject))
      return true;
    scan();
    view.say(t("rowChanged"));
    return false;
  }

  /** Takes a row's controls away, unless somebody is in them. */
  function putAway(one: Kept): void {
    if (!one.drawn || one.drawn.host.matches(":focus-within")) return;
    one.life?.abort();
    one.drawn.remove();
    delete one.drawn;
    byHolder.delete(one.holder);
    sizes.unobserve(one.holder);
  }

  function drop(one: Kept): void {
    sight.unobserve(one.row.element);
    kept.delete(one.row.element);
    one.drawn?.host.remove();
    putAway(one);
  }

  signal.addEventListener("abort", () => {
    sight.disconnect();
    sizes.disconnect();
    for (const one of [...kept.values()]) drop(one);
  });
  scan();
}

const sizeText = (element: Element): string => `${element.clientWidth} ${element.clientHeight}`;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Calls back once for many calls, when the browser has time for it. */
function soon(work: () => void, signal: AbortSignal): () => void {
  let isDue = false;
  return () => {
    if (isDue || signal.aborted) return;
    isDue = true;
    requestIdleCallback(
      () => {
        isDue = false;
        work();
      },
      { timeout: 200 },
    );
  };
}
