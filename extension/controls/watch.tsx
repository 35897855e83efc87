import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Watch } from "../messages.ts";
import { EyeIcon } from "../ui/icons.tsx";
import { trusted } from "../ui/trusted.ts";
import { declareControl } from "./control.tsx";

const CHOICES: readonly { readonly watch: Watch; readonly name: string; readonly means: string }[] = [
  { watch: "not watching", name: "Not watching", means: "Hear only of what you take part in or are mentioned in" },
  { watch: "watching", name: "Watching", means: "Hear of everything" },
  { watch: "ignoring", name: "Ignoring", means: "Hear of nothing, not even mentions" },
];

export const watch = declareControl({
  id: "watch",
  on: "repository",
  name: "Watch",
  View({ state, busy, act }) {
    const [open, setOpen] = useState(false);
    const button = useRef<HTMLButtonElement>(null);
    const current = state?.watch ?? "not watching";

    const choose = (watch: Watch) => {
      setOpen(false);
      button.current?.focus();
      if (!state || watch === current) return;
      const moved = Number(watch === "watching") - Number(current === "watching");
      void act({ watch }, { watch, count: state.count + moved });
    };
    const close = (andFocus: boolean) => {
      setOpen(false);
      if (andFocus) button.current?.focus();
    };
    return (
      <div class="menu-holder">
        <button
          ref={button}
          type="button"
          aria-haspopup="menu"
          aria-expanded={open}
          aria-disabled={!state}
          aria-label={state ? `Watch: ${current}` : "Watch: unknown"}
          onClick={trusted(() => state && !busy && setOpen(!open))}
        >
          <EyeIcon off={current === "ignoring"} />
          <span>{current === "not watching" ? "Watch" : CHOICES.find((choice) => choice.watch === current)?.name}</span>
          <span class="count">{state?.count ?? "–"}</span>
          <span class="caret" aria-hidden="true" />
        </button>
        {open && <Menu current={current} choose={choose} close={close} opener={button.current} />}
      </div>
    );
  },
});

function Menu({
  current,
  choose,
  close,
  opener,
}: {
  readonly current: Watch;
  readonly choose: (watch: Watch) => void;
  readonly close: (andFocus: boolean) => void;
  /** The button that it belongs to. */
  readonly opener: HTMLElement | null;
}) {
  const list = useRef<HTMLDivElement>(null);
  const itemsOf = () => [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitemradio]") ?? [])];
  const focus = (index: number) => {
    const items = itemsOf();
    items.at(index % items.length)?.focus();
  };
  // A menu takes the focus as it opens, at the choice that holds; later, a key pressed at once would be lost.
  useLayoutEffect(() => focus(CHOICES.findIndex(({ watch }) => watch === current)), []);

  const onKeyDown = (event: KeyboardEvent) => {
    // Forges have shortcuts of their own on bare keys.
    event.stopPropagation();
    const here = itemsOf().indexOf(event.target instanceof HTMLElement ? event.target : document.body);
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(here + 1),
      ArrowUp: () => focus(here - 1),
      Home: () => focus(0),
      End: () => focus(-1),
      Escape: () => close(true),
      Tab: () => close(true),
    };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (!move) {
      const named = CHOICES.findIndex(({ name }) => name.toLowerCase().startsWith(event.key.toLowerCase()));
      if (named >= 0 && event.key.length === 1) focus(named);
      return;
    }
    // Tab goes on from the button, where closing puts the focus.
    if (event.key !== "Tab") event.preventDefault();
    move();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    const stays = relatedTarget instanceof Node && list.current?.contains(relatedTarget);
    // A click on the button closes the menu itself; anywhere else the focus stays where the person put it.
    if (!stays && relatedTarget !== opener) close(false);
  };
  return (
    <div ref={list} class="menu" role="menu" aria-label="Watch" onKeyDown={trusted(onKeyDown)} onFocusOut={onFocusOut}>
      {CHOICES.map(({ watch, name, means }) => (
        <button
          key={watch}
          type="button"
          role="menuitemradio"
          aria-checked={watch === current}
          tabIndex={-1}
          onClick={trusted(() => choose(watch))}
        >
          <span class="tick" aria-hidden="true" />
          <span>
            <strong>{name}</strong>
            <small>{means}</small>
          </span>
        </button>
      ))}
    </div>
  );
}
