import { t } from "../locales/i18n.ts";
import type { WatchState } from "../model/control-states.ts";
import { createMenu, type MenuChoice } from "./create-menu.ts";

/** The watch states to choose from, with descriptions. */
export const watchChoices = (): readonly MenuChoice<WatchState>[] => [
  { value: "not-watching", name: t("notWatching"), description: t("notWatchingMeans") },
  { value: "watching", name: t("watching"), description: t("watchingMeans") },
  { value: "ignoring", name: t("ignoring"), description: t("ignoringMeans") },
];

export interface WatchMenuOptions {
  readonly opener: HTMLElement;
  readonly watch: WatchState;
  /** The custom setting, which the API can't restore; undefined for none. */
  readonly custom: string | undefined;
  readonly change: (chosen: WatchState) => void;
  /** Called when a menu opens, with a function that closes it, and with undefined when it closes. */
  readonly onToggle: (close: (() => void) | undefined) => void;
}

/** Opens the menu of watch states next to its button. A custom setting is replaced only after another question. */
export function openWatchMenu({ opener, watch, custom, change, onToggle }: WatchMenuOptions): void {
  if (custom === undefined) open(t("watch"), watchChoices(), watch, change);
  else open(t("watch"), watchChoices(), null, (chosen) => confirm(chosen, custom));

  function confirm(chosen: WatchState, custom: string): void {
    const choices = watchChoices().filter(({ value }) => value === chosen);
    const keep = { value: "keep" as const, name: t("customKeep", custom), description: t("customLost") };
    open(t("customLost"), [keep, ...choices], null, (answer) => {
      if (answer !== "keep") change(answer);
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
}
