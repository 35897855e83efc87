import { t, tn } from "../locales/i18n.ts";
import type { WatchState } from "../model/control-states.ts";
import { toProblem } from "../ui/call-worker.ts";
import { button, element, setAttributes } from "../ui/element.ts";
import { formatCount } from "../ui/format-count.ts";
import { drawIcon, EYE, EYE_OFF } from "../ui/icon.ts";
import { loadPart } from "../ui/parts.ts";
import { type DrawControlWidget, declareControl } from "./control.ts";
import { drawLabel } from "./draw-label.ts";

const ARIA_LABELS = {
  "not-watching": "watchIsNot",
  watching: "watchIsWatching",
  ignoring: "watchIsIgnoring",
} as const satisfies Record<WatchState, string>;

/** Button that shows the watch state, with a menu that changes it. */
export const drawWatch: DrawControlWidget<"watch"> = (view, getSnapshot, signal) => {
  const icon = drawIcon(EYE);
  const shortNames: Record<WatchState, string> = {
    "not-watching": t("watch"),
    watching: t("watching"),
    ignoring: t("ignoring"),
  };
  const label = drawLabel([...Object.values(shortNames), t("customWatching")]);
  const count = element("span", { class: "count" });
  const caret = element("span", { class: "caret", "aria-hidden": true });
  const opener = button(
    { "aria-haspopup": "menu", "aria-expanded": false },
    toggleMenu,
    icon.element,
    ...(view.isCompact ? [] : [label.element]),
    count,
    caret,
  );
  // Keeps the focus in the menu. Otherwise the menu would close here, and the click would open it again.
  opener.addEventListener("mousedown", (event) => close && event.preventDefault());
  // GitHub's single-key shortcuts must not act on keys that are meant for the menu.
  opener.addEventListener("keydown", (event) => opening && event.stopPropagation());
  const container = element("div", { class: "menu-holder" }, opener);
  let close: (() => void) | undefined;
  let opening: Promise<undefined> | undefined;
  signal.addEventListener("abort", () => close?.());

  function toggleMenu(): void {
    if (close) close();
    else
      opening ??= openMenu()
        .catch((error: unknown) => view.notify(toProblem(error).text))
        .then(() => (opening = undefined));
  }

  async function openMenu(): Promise<void> {
    const openWatchMenu = await loadPart("menu", view);
    if (signal.aborted) return;
    openWatchMenu?.({
      opener,
      view,
      getSnapshot,
      onToggle(current) {
        close = current;
        setAttributes(opener, { "aria-expanded": current !== undefined });
      },
    });
  }

  return {
    element: container,
    shortcut: toggleMenu,
    show({ state }) {
      const watch = state?.watch ?? undefined;
      const custom = watch && state?.custom;
      const name = custom === undefined ? t(watch ? ARIA_LABELS[watch] : "watchIsUnknown") : t("watchIsCustom", custom);
      const watcherCount = state?.count ?? undefined;
      setAttributes(opener, {
        "aria-disabled": watch === undefined,
        "aria-label": name,
        "data-watch": watch,
        title: watcherCount === undefined ? name : `${name} · ${tn("watchers", watcherCount)}`,
      });
      icon.show(watch === "ignoring" ? EYE_OFF : EYE);
      label.show(custom === undefined ? shortNames[watch ?? "not-watching"] : t("customWatching"));
      setAttributes(count, { "data-text": formatCount(watcherCount) });
      if (!watch) close?.();
    },
  };
};

export const watch = declareControl({ id: "watch", pageKinds: ["repository"], name: "watch", draw: drawWatch });
