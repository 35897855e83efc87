import { anchorElement } from "./anchor-element.ts";
import { button, element } from "./element.ts";
import { userInput } from "./trusted.ts";
import { focusForUser, hasUserFocus } from "./user-focus.ts";

/** One of a menu's mutually exclusive choices. */
export interface MenuChoice<V extends string> {
  readonly value: V;
  readonly name: string;
  readonly description: string;
}

export interface MenuHandle {
  readonly element: HTMLElement;
  /** Shows the menu and focuses it. The element must be in the document. */
  show(): void;
  close(): void;
}

/** Creates a menu of choices for a button. */
export function createMenu<V extends string>({
  opener,
  label,
  choices,
  current,
  choose,
  onClose,
}: {
  readonly opener: HTMLElement;
  readonly label: string;
  readonly choices: readonly MenuChoice<V>[];
  readonly current: V | null;
  readonly choose: (value: V) => void;
  readonly onClose: () => void;
}): MenuHandle {
  const controller = new AbortController();
  const items = choices.map(({ value, name, description }) =>
    button(
      {
        role: "menuitemradio",
        tabindex: -1,
        "aria-label": name,
        "aria-description": description,
        "aria-checked": value === current,
      },
      () => {
        closeAndRefocus();
        choose(value);
      },
      element("span", { class: "tick", "aria-hidden": true }),
      element("span", {}, element("strong", {}, name), element("small", { "data-text": description })),
    ),
  );
  const menu = element("div", { class: "menu", role: "menu", "aria-label": label, popover: "manual" }, ...items);
  // The top layer is not clipped by the elements around it.
  const show = () => {
    menu.showPopover();
    anchorElement(menu, opener, controller.signal);
    focus(
      Math.max(
        0,
        choices.findIndex(({ value }) => value === current),
      ),
    );
  };
  const focus = (index: number) => focusForUser(items.at(index % items.length));

  function close(): void {
    if (controller.signal.aborted) return;
    controller.abort();
    onClose();
    menu.remove();
  }

  /** Closes the menu and returns the focus to its button. */
  function closeAndRefocus(): void {
    // Must come first: removing the focused element would lose the focus.
    focusForUser(opener);
    close();
  }

  const onKey = (event: KeyboardEvent) => {
    // GitHub has single-key shortcuts on its pages.
    event.stopPropagation();
    if (!hasUserFocus(menu)) return;
    const { key } = event;
    const focusedIndex = items.findIndex((item) => item.matches(":focus"));
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(focusedIndex + 1),
      ArrowUp: () => focus(focusedIndex - 1),
      Home: () => focus(0),
      End: () => focus(-1),
      Escape: closeAndRefocus,
      Tab: closeAndRefocus,
    };
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    // Tab continues from the button, which has just received the focus.
    if (action && key !== "Tab") event.preventDefault();
    if (action) return action();
    const match = choices.findIndex(({ name }) => key.length === 1 && name.toLowerCase().startsWith(key.toLowerCase()));
    if (match >= 0) focus(match);
  };
  menu.addEventListener("keydown", userInput(onKey));
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && menu.contains(relatedTarget);
    // A click on the button closes the menu itself; otherwise the focus stays where the user moved it.
    if (!isInside && relatedTarget !== opener) close();
  });
  return { element: menu, show, close };
}
