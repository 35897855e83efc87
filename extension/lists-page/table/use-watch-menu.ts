import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../locales/i18n.ts";
import type { WatchState } from "../../model/control-states.ts";
import { createMenu, type MenuHandle } from "../../ui/create-menu.ts";
import { watchChoices } from "../../ui/watch-choices.ts";

/** The watch menu shared by all rows of the list. */
export interface WatchMenu {
  /** ID of the entry whose menu is open. */
  readonly openId: number | undefined;
  /** Opens the menu for a button; a second click on that button closes it. */
  readonly toggle: (
    id: number,
    opener: HTMLElement,
    current: WatchState | null,
    choose: (watch: WatchState) => void,
  ) => void;
  /**
   * Keeps the focus in the menu when its button is pressed. Otherwise the menu would lose the focus and close, and the
   * click would open it again.
   */
  readonly keepFocus: (event: MouseEvent, id: number) => void;
}

export function useWatchMenu(): WatchMenu {
  const [openId, setOpenId] = useState<number>();
  const menu = useRef<MenuHandle>(undefined);
  useEffect(() => () => menu.current?.close(), []);
  return {
    openId,
    toggle(id, opener, current, choose) {
      const before = openId;
      menu.current?.close();
      if (before === id) return;
      const onClose = () => {
        menu.current = undefined;
        setOpenId(undefined);
      };
      menu.current = createMenu({ opener, label: t("watch"), choices: watchChoices(), current, choose, onClose });
      (opener.closest("main") ?? document.body).append(menu.current.element);
      menu.current.show();
      setOpenId(id);
    },
    keepFocus(event, id) {
      if (openId === id) event.preventDefault();
    },
  };
}
