import { t } from "../locales/i18n.ts";
import type { WatchState } from "../model/control-states.ts";
import type { ControlSnapshot } from "./control-store.ts";
import { createMenu, type MenuChoice } from "./create-menu.ts";
import { type ControlView, subjectName } from "./view.ts";
import { WATCH_NOTIFICATIONS, watchChoices } from "./watch-choices.ts";

export interface WatchMenuOptions {
  readonly opener: HTMLElement;
  readonly view: ControlView;
  readonly getSnapshot: () => ControlSnapshot<"watch">;
  /** Called when a menu opens, with a function that closes it, and with undefined when it closes. */
  readonly onToggle: (close: (() => void) | undefined) => void;
}

/**
 * Opens the menu of watch states next to its button, and makes the chosen change. A custom setting, which the API can't
 * restore, is replaced only after another question. Opens nothing while the state is unknown.
 */
export function openWatchMenu({ opener, view, getSnapshot, onToggle }: WatchMenuOptions): void {
  const { watch, custom } = getSnapshot().state ?? {};
  if (!watch) return;
  if (custom === undefined) open(t("watch"), watchChoices(), watch, (chosen) => void change(chosen, true));
  else open(t("watch"), watchChoices(), null, (chosen) => confirm(chosen, custom));

  function confirm(chosen: WatchState, custom: string): void {
    const choices = watchChoices().filter(({ value }) => value === chosen);
    const keep = { value: "keep" as const, name: t("customKeep", custom), description: t("customLost") };
    open(t("customLost"), [keep, ...choices], null, (answer) => {
      if (answer !== "keep") void change(answer, false);
    });
  }

  function open<V extends string>(
    label: string,
    choices: readonly MenuChoice<V>[],
    current: V | null,
    choose: (chosen: V) => void,
  ): void {
    const menu = createMenu({ opener, label, choices, current, choose, onClose: () => onToggle(undefined) });
    onToggle(menu.close);
    opener.after(menu.element);
    menu.show();
  }

  async function change(chosen: WatchState, canUndo: boolean): Promise<void> {
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

  function message(watch: WatchState): string {
    return t(WATCH_NOTIFICATIONS[watch], subjectName(view));
  }
}
