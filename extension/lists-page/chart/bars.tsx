import { useRef, useState } from "preact/hooks";
import { formatNumber, t } from "../../locales/i18n.ts";
import { activityText } from "../filters/filter-texts.ts";
import { useListsPage } from "../page-context.ts";
import { isPlainClick, RouteLink } from "../route-link.tsx";
import { routeUrl } from "../use-route.ts";
import { type ChartRow, segments } from "./build-chart.ts";
import { chartLink } from "./chart-link.ts";

/** One bar per owner, divided by activity. One part is in the tab order; arrow keys move between the parts. */
export function Bars({ rows }: { readonly rows: readonly ChartRow[] }) {
  const { route, navigate } = useListsPage();
  const bars = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState({ row: 0, part: 0 });
  const maxCount = Math.max(1, ...rows.map(({ count }) => count));
  const focus = (row: number, part: number) => {
    const parts = bars.current?.children[row]?.querySelectorAll<SVGAElement>("svg a");
    parts?.[Math.min(part, parts.length - 1)]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isMirrored = bars.current !== null && getComputedStyle(bars.current).direction === "rtl";
    const forward = isMirrored ? -1 : 1;
    const targets: Record<string, readonly [row: number, part: number]> = {
      ArrowDown: [focused.row + 1, focused.part],
      ArrowUp: [focused.row - 1, focused.part],
      ArrowRight: [focused.row, focused.part + forward],
      ArrowLeft: [focused.row, focused.part - forward],
      Home: [0, 0],
      End: [rows.length - 1, 0],
    };
    const target =
      event.target instanceof SVGElement && Object.hasOwn(targets, event.key) ? targets[event.key] : undefined;
    if (!target) return;
    event.preventDefault();
    focus(Math.max(0, Math.min(rows.length - 1, target[0])), Math.max(0, target[1]));
  };
  return (
    <ol ref={bars} class="bars" onKeyDown={onKeyDown}>
      {rows.map(({ owner, count, parts }, row) => (
        <li key={owner}>
          <RouteLink to={chartLink(route, { owner })} class="owner">
            {owner}
          </RouteLink>
          <svg viewBox={`0 0 ${maxCount} 10`} preserveAspectRatio="none">
            <title>{owner}</title>
            {segments(parts).map(({ activity, at: begin, count }, part) => {
              const to = chartLink(route, { owner, activity });
              const label = t("chartPart", owner, activityText(activity), formatNumber(count));
              return (
                <a
                  key={activity}
                  href={routeUrl(route, to)}
                  aria-label={label}
                  tabIndex={row === focused.row && part === focused.part ? 0 : -1}
                  onFocus={() => setFocused({ row, part })}
                  onClick={(event) => {
                    if (!isPlainClick(event)) return;
                    event.preventDefault();
                    navigate(to);
                  }}
                >
                  <title>{label}</title>
                  <rect x={begin} width={count} height="10" data-activity={activity} />
                </a>
              );
            })}
          </svg>
          <span class="count">{formatNumber(count)}</span>
        </li>
      ))}
    </ol>
  );
}
