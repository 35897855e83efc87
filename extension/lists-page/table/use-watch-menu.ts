import { useEffect, useRef, useState } from "preact/hooks";
import { type Menu, openMenu } from "../../controls/menu.ts";
import { watchChoices } from "../../controls/watch.ts";
import type { Watch } from "../../messages/states.ts";
import { t } from "../../ui/words.ts";

/** The one watch menu of a list. */
export interface WatchMenu {
  /** Whose it is, as long as it is open. */
  readonly of: number | undefined;
  /** Opens it beside a button; a second click on that closes it. */
  readonly toggle: (id: number, opener: HTMLElement, current: Watch | null, choose: (watch: Watch) => void) => void;
  /** A press on its button must not take the focus out of it: that would close it before the click could. */
  readonly hold: (event: MouseEvent, id: number) => void;
}

export function useWatchMenu(): WatchMenu {
  const [of, setOf] = useState<number>();
  const menu = useRef<Menu>(undefined);
  useEffect(() => () => menu.current?.close(), []);
  return {
    of,
    toggle(id, opener, current, choose) {
      const before = of;
      menu.current?.close();
      if (before === id) return;
      const closed = () => {
        menu.current = undefined;
        setOf(undefined);
      };
      menu.current = openMenu({ opener, label: t("watch"), choices: watchChoices(), current, choose, closed });
      (opener.closest("main") ?? document.body).append(menu.current.element);
      menu.current.enter();
      setOf(id);
    },
    hold(event, id) {
      if (of === id) event.preventDefault();
    },
  };
}
