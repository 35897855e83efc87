import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Watch } from "../messages/states.ts";
import { EyeIcon } from "../ui/icons.tsx";
import { trusted } from "../ui/trusted.ts";
import { subjectName } from "../ui/view.ts";
import { t } from "../ui/words.ts";
import { type Drawn, declareControl } from "./control.tsx";
import { Count } from "./star.tsx";

const choices = () =>
  [
    { watch: "not watching", name: t("notWatching"), means: t("notWatchingMeans"), label: t("watchIsNot") },
    { watch: "watching", name: t("watching"), means: t("watchingMeans"), label: t("watchIsWatching") },
    { watch: "ignoring", name: t("ignoring"), means: t("ignoringMeans"), label: t("watchIsIgnoring") },
  ] as const;

/** Not watching, watching or ignoring, as a button that tells which and a menu that changes it. */
export function WatchMenu({ state, busy, act, view }: Drawn<"watch">) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const current = state?.watch ?? null;
  const chosen = choices().find(({ watch }) => watch === current);

  const choose = async (watch: Watch) => {
    setOpen(false);
    button.current?.focus();
    if (!state || current === null || watch === current) return;
    const moved = Number(watch === "watching") - Number(current === "watching");
    const done = await act({ watch }, { watch, count: state.count === null ? null : state.count + moved });
    const said = { "not watching": "unwatchedNow", watching: "watchedNow", ignoring: "ignoredNow" } as const;
    if (done) view.say(t(said[watch], subjectName(view)), () => void view.act("watch", { watch: current }));
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
        aria-disabled={current === null}
        aria-label={chosen?.label ?? t("watchIsUnknown")}
        title={chosen?.label ?? t("watchIsUnknown")}
        onClick={trusted(() => current !== null && !busy && setOpen(!open))}
      >
        <EyeIcon off={current === "ignoring"} />
        {!view.small && <span>{current === null || current === "not watching" ? t("watch") : chosen?.name}</span>}
        <Count count={state?.count} />
        <span class="caret" aria-hidden="true" />
      </button>
      {open && <Menu current={current} choose={(watch) => void choose(watch)} close={close} opener={button.current} />}
    </div>
  );
}

export const watch = declareControl({ id: "watch", on: ["repository"], name: "watch", Face: WatchMenu });

function Menu({
  current,
  choose,
  close,
  opener,
}: {
  readonly current: Watch | null;
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
  useLayoutEffect(() => focus(choices().findIndex(({ watch }) => watch === current)), []);

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
      const named = choices().findIndex(({ name }) => name.toLowerCase().startsWith(event.key.toLowerCase()));
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
    <div
      ref={list}
      class="menu"
      role="menu"
      aria-label={t("watch")}
      onKeyDown={trusted(onKeyDown)}
      onFocusOut={onFocusOut}
    >
      {choices().map(({ watch, name, means }) => (
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
