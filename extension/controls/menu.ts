import { keepBeside } from "../ui/beside.ts";
import { button, element } from "../ui/element.ts";
import { trusted } from "../ui/trusted.ts";

/** One of a menu's choices, of which one holds. */
export interface Choice<V extends string> {
  readonly value: V;
  readonly name: string;
  readonly means: string;
}

/** A menu that is open. */
export interface Menu {
  readonly element: HTMLElement;
  /** Takes the focus, once it is in the page. */
  enter(): void;
  close(): void;
}

/** Draws a menu of choices, which belongs to a button. */
export function openMenu<V extends string>({
  opener,
  label,
  choices,
  current,
  choose,
  closed,
}: {
  readonly opener: HTMLElement;
  readonly label: string;
  readonly choices: readonly Choice<V>[];
  readonly current: V | null;
  readonly choose: (value: V) => void;
  readonly closed: () => void;
}): Menu {
  const life = new AbortController();
  const items = choices.map(({ value, name, means }) =>
    button(
      {
        ...{ role: "menuitemradio", tabindex: -1, "aria-label": name, "aria-description": means },
        "aria-checked": value === current,
      },
      () => {
        leave();
        choose(value);
      },
      element("span", { class: "tick", "aria-hidden": true }),
      element("span", {}, element("strong", {}, name), element("small", {}, means)),
    ),
  );
  const menu = element("div", { class: "menu", role: "menu", "aria-label": label, popover: "manual" }, ...items);
  // What is above it need not cut it off.
  const enter = () => {
    menu.showPopover();
    keepBeside(menu, opener, life.signal);
    focus(
      Math.max(
        0,
        choices.findIndex(({ value }) => value === current),
      ),
    );
  };
  const focus = (index: number) => items.at(index % items.length)?.focus();

  function close(): void {
    if (life.signal.aborted) return;
    life.abort();
    closed();
    menu.remove();
  }

  /** Closes it, with the focus where it came from. */
  function leave(): void {
    // First: a focus that goes with its element would be nowhere.
    opener.focus();
    close();
  }

  const onKey = (event: KeyboardEvent) => {
    // Forges have shortcuts of their own on bare keys.
    event.stopPropagation();
    const { key } = event;
    const here = items.findIndex((item) => item.matches(":focus"));
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(here + 1),
      ArrowUp: () => focus(here - 1),
      Home: () => focus(0),
      End: () => focus(-1),
      Escape: leave,
      Tab: leave,
    };
    const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
    // Tab goes on from the button, where closing puts the focus.
    if (move && key !== "Tab") event.preventDefault();
    if (move) return move();
    const named = choices.findIndex(({ name }) => key.length === 1 && name.toLowerCase().startsWith(key.toLowerCase()));
    if (named >= 0) focus(named);
  };
  menu.addEventListener("keydown", trusted(onKey));
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    const stays = relatedTarget instanceof Node && menu.contains(relatedTarget);
    // A click on the button closes the menu itself; anywhere else the focus stays where the person put it.
    if (!stays && relatedTarget !== opener) close();
  });
  return { element: menu, enter, close };
}
