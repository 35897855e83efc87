import type { Watch } from "../messages/states.ts";
import { countText } from "../ui/count.ts";
import { button, element, setAttributes } from "../ui/element.ts";
import { drawIcon, EYE, EYE_OFF } from "../ui/icon.ts";
import { subjectName } from "../ui/view.ts";
import { t, tn } from "../ui/words.ts";
import { type DrawFace, declareControl } from "./control.ts";
import { drawLabel } from "./label.ts";
import { type Choice, openMenu } from "./menu.ts";

/** What one can choose, and what it means. */
export const watchChoices = (): readonly Choice<Watch>[] => [
  { value: "not watching", name: t("notWatching"), means: t("notWatchingMeans") },
  { value: "watching", name: t("watching"), means: t("watchingMeans") },
  { value: "ignoring", name: t("ignoring"), means: t("ignoringMeans") },
];

const LABELS = {
  "not watching": "watchIsNot",
  watching: "watchIsWatching",
  ignoring: "watchIsIgnoring",
} as const satisfies Record<Watch, string>;

const SAID = {
  "not watching": "unwatchedNow",
  watching: "watchedNow",
  ignoring: "ignoredNow",
} as const satisfies Record<Watch, string>;

/** Not watching, watching or ignoring, as a button that tells which and a menu that changes it. */
export const drawWatch: DrawFace<"watch"> = (view, now, signal) => {
  const icon = drawIcon(EYE);
  const shortNames: Record<Watch, string> = {
    "not watching": t("watch"),
    watching: t("watching"),
    ignoring: t("ignoring"),
  };
  const label = drawLabel(Object.values(shortNames));
  const count = element("span", { class: "count" });
  const caret = element("span", { class: "caret", "aria-hidden": true });
  const opener = button(
    { "aria-haspopup": "menu", "aria-expanded": false },
    press,
    icon.element,
    ...(view.small ? [] : [label.element]),
    count,
    caret,
  );
  // Else the focus would leave the menu, which closes it, before the click could.
  opener.addEventListener("mousedown", (event) => close && event.preventDefault());
  const holder = element("div", { class: "menu-holder" }, opener);
  let close: (() => void) | undefined;
  signal.addEventListener("abort", () => close?.());

  function press(): void {
    const current = now().state?.watch;
    if (close) close();
    else if (current) open(current);
  }

  function open(current: Watch): void {
    const menu = openMenu({
      ...{ opener, label: t("watch"), choices: watchChoices(), current },
      choose: (chosen) => void choose(chosen),
      closed() {
        close = undefined;
        opener.setAttribute("aria-expanded", "false");
      },
    });
    close = menu.close;
    opener.setAttribute("aria-expanded", "true");
    holder.append(menu.element);
    menu.enter();
  }

  async function choose(chosen: Watch): Promise<void> {
    const before = now().state?.watch;
    if (!before || chosen === before) return;
    if (await turn(chosen)) view.say(said(chosen), () => void turnBack(before));
  }

  async function turnBack(before: Watch): Promise<void> {
    if (await turn(before)) view.say(said(before));
  }

  /** @returns whether it was done */
  async function turn(to: Watch): Promise<boolean> {
    const { state, act } = now();
    if (!state) return false;
    view.say("");
    const moved = state.watch === null ? 0 : Number(to === "watching") - Number(state.watch === "watching");
    return act({ watch: to }, { watch: to, count: state.count === null ? null : state.count + moved });
  }

  const said = (watch: Watch) => t(SAID[watch], subjectName(view));

  return {
    element: holder,
    shortcut: press,
    show({ state }) {
      const watch = state?.watch ?? undefined;
      const name = t(watch ? LABELS[watch] : "watchIsUnknown");
      const many = state?.count ?? undefined;
      setAttributes(opener, {
        "aria-disabled": watch === undefined,
        "aria-label": name,
        "data-watch": watch,
        title: many === undefined ? name : `${name} · ${tn("watchers", many)}`,
      });
      icon.show(watch === "ignoring" ? EYE_OFF : EYE);
      label.show(shortNames[watch ?? "not watching"]);
      count.textContent = countText(many);
      if (!watch) close?.();
    },
  };
};

export const watch = declareControl({ id: "watch", on: ["repository"], name: "watch", face: drawWatch });
