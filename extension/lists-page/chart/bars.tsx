import { useRef, useState } from "preact/hooks";
import { numberOf, t } from "../../ui/words.ts";
import { activityWord } from "../filters/filter-words.ts";
import { usePage } from "../page-context.ts";
import { isPlain, PlaceLink } from "../place-link.tsx";
import { addressOf } from "../use-place.ts";
import { chartLink } from "./chart-link.ts";
import { type ChartRow, segments } from "./chart-rows.ts";

/** A bar an owner, in parts by activity. One part is in the order of Tab, and arrows lead to all others. */
export function Bars({ rows }: { readonly rows: readonly ChartRow[] }) {
  const { place, go } = usePage();
  const bars = useRef<HTMLOListElement>(null);
  const [at, setAt] = useState({ row: 0, part: 0 });
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const focus = (row: number, part: number) => {
    const parts = bars.current?.children[row]?.querySelectorAll<SVGAElement>("svg a");
    parts?.[Math.min(part, parts.length - 1)]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isMirrored = bars.current !== null && getComputedStyle(bars.current).direction === "rtl";
    const onward = isMirrored ? -1 : 1;
    const moves: Record<string, readonly [row: number, part: number]> = {
      ArrowDown: [at.row + 1, at.part],
      ArrowUp: [at.row - 1, at.part],
      ArrowRight: [at.row, at.part + onward],
      ArrowLeft: [at.row, at.part - onward],
      Home: [0, 0],
      End: [rows.length - 1, 0],
    };
    const move = event.target instanceof SVGElement && Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (!move) return;
    event.preventDefault();
    focus(Math.max(0, Math.min(rows.length - 1, move[0])), Math.max(0, move[1]));
  };
  return (
    <ol ref={bars} class="bars" onKeyDown={onKeyDown}>
      {rows.map(({ owner, count, parts }, row) => (
        <li key={owner}>
          <PlaceLink to={chartLink(place, { owner })} class="owner">
            {owner}
          </PlaceLink>
          <svg viewBox={`0 0 ${most} 10`} preserveAspectRatio="none">
            <title>{owner}</title>
            {segments(parts).map(({ activity, at: begin, count }, part) => {
              const to = chartLink(place, { owner, activity });
              const label = t("chartPart", owner, activityWord(activity), numberOf(count));
              return (
                <a
                  key={activity}
                  href={addressOf(place, to)}
                  aria-label={label}
                  tabIndex={row === at.row && part === at.part ? 0 : -1}
                  onFocus={() => setAt({ row, part })}
                  onClick={(event) => {
                    if (!isPlain(event)) return;
                    event.preventDefault();
                    go(to);
                  }}
                >
                  <title>{label}</title>
                  <rect x={begin} width={count} height="10" data-activity={activity} />
                </a>
              );
            })}
          </svg>
          <span class="count">{numberOf(count)}</span>
        </li>
      ))}
    </ol>
  );
}
