import { t, tn } from "../locales/i18n.ts";
import type { WatchState } from "../model/control-states.ts";
import { toProblem } from "../ui/call-worker.ts";
import { button, element, setAttributes } from "../ui/element.ts";
import { formatCount } from "../ui/format-count.ts";
import { drawIcon, EYE, EYE_OFF } from "../ui/icon.ts";
import { loadPart } from "../ui/parts.ts";
import { subjectName } from "../ui/view.ts";
import { type DrawControlWidget, declareControl } from "./control.ts";
import type { createMenu, MenuChoice } from "./create-menu.ts";

import { drawLabel } from "./draw-label.ts";

/** The watch states to choose from, with descriptions. */
export const watchChoices = (): readonly MenuChoice<WatchState>[] => [
  { value: "not-watching", name: t("notWatching"), description: t("notWatchingMeans") },
  { value: "watching", name: t("watching"), description: t("watchingMeans") },
  { value: "ignoring", name: t("ignoring"), description: t("ignoringMeans") },
];

const ARIA_LABELS = {
  "not-watching": "watchIsNot",
  watching: "watchIsWatching",
  ignoring: "watchIsIgnoring",
} as const satisfies Record<WatchState, string>;

const NOTIFICATIONS = {
  "not-watching": "unwatchedNow",
  watching: "watchedNow",
  ignoring: "ignoredNow",
} as const satisfies Record<WatchState, string>;

type CreateMenu = typeof createMenu;

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
  const container = element("div", { class: "menu-holder" }, opener);
  let close: (() => void) | undefined;
  signal.addEventListener("abort", () => close?.());

  function toggleMenu(): void {
    if (close) close();
    else openStates().catch((error: unknown) => view.notify(toProblem(error).text));
  }

  async function openStates(): Promise<void> {
    const createMenu = await loadPart("menu", view);
    const { watch, custom } = getSnapshot().state ?? {};
    // The menu can be closed, or opened by another press, while it is loaded.
    if (!createMenu || !watch || close || signal.aborted) return;
    const choose = (chosen: WatchState) =>
      custom === undefined ? void change(chosen) : confirm(createMenu, chosen, custom);
    open(createMenu, t("watch"), watchChoices(), custom === undefined ? watch : null, choose);
  }

  /** Asks before a custom setting is lost, which no one but GitHub's own pages can restore. */
  function confirm(createMenu: CreateMenu, chosen: WatchState, custom: string): void {
    const choices = watchChoices().filter(({ value }) => value === chosen);
    const keep = { value: "keep" as const, name: t("customKeep", custom), description: t("customLost") };
    open(
      createMenu,
      t("customLost"),
      [keep, ...choices],
      null,
      (answer) => void (answer !== "keep" && change(answer, false)),
    );
  }

  function open<V extends string>(
    createMenu: CreateMenu,
    menuLabel: string,
    choices: readonly MenuChoice<V>[],
    current: V | null,
    choose: (chosen: V) => void,
  ): void {
    const menu = createMenu({
      opener,
      label: menuLabel,
      choices,
      current,
      choose,
      onClose() {
        close = undefined;
        opener.setAttribute("aria-expanded", "false");
      },
    });
    close = menu.close;
    opener.setAttribute("aria-expanded", "true");
    container.append(menu.element);
    menu.show();
  }

  async function change(chosen: WatchState, canUndo = true): Promise<void> {
    const before = getSnapshot().state?.watch;
    if (!before || (canUndo && chosen === before)) return;
    if (await setWatch(chosen)) view.notify(message(chosen), canUndo ? () => void undo(before) : undefined);
  }

  async function undo(before: WatchState): Promise<void> {
    if (await setWatch(before)) view.notify(message(before));
  }

  /** @returns whether it succeeded */
  async function setWatch(to: WatchState): Promise<boolean> {
    const { state, change } = getSnapshot();
    if (!state) return false;
    view.notify("");
    const delta = state.watch === null ? 0 : Number(to === "watching") - Number(state.watch === "watching");
    return change({ watch: to }, { watch: to, count: state.count === null ? null : state.count + delta });
  }

  const message = (watch: WatchState) => t(NOTIFICATIONS[watch], subjectName(view));

  return {
    element: container,
    shortcut: toggleMenu,
    show({ state }) {
      const watch = state?.watch ?? undefined;
      const custom = watch ? state?.custom : undefined;
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
