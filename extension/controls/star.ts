import { t, tn } from "../locales/i18n.ts";
import { button, element, setAttributes } from "../ui/element.ts";
import { formatCount } from "../ui/format-count.ts";
import { drawIcon, STAR } from "../ui/icon.ts";
import { drawSealed } from "../ui/seal.ts";
import { subjectName } from "../ui/view.ts";
import { type DrawControlWidget, declareControl } from "./control.ts";
import { drawLabel } from "./draw-label.ts";

/** Star button; each click toggles the star. */
export const drawStar: DrawControlWidget<"star"> = (view, getSnapshot) => {
  const icon = drawIcon(STAR);
  const label = drawLabel([t("star"), t("unstar")]);
  const count = element("span", { class: "count" });
  const onPress = () => void toggle();
  const starButton = button({}, onPress, icon.element, ...(view.isCompact ? [] : [label.element]), count);

  async function toggle(): Promise<void> {
    const { state, busy } = getSnapshot();
    const starred = state?.starred;
    // Ignores a second click while a change is pending.
    if (typeof starred !== "boolean" || busy) return;
    if (await setStar(!starred)) view.notify(message(!starred), () => void undo(starred));
  }

  async function undo(starred: boolean): Promise<void> {
    if (await setStar(starred)) view.notify(message(starred));
  }

  /**
   * Stars or unstars.
   * @returns whether it succeeded
   */
  async function setStar(to: boolean): Promise<boolean> {
    const { state, change } = getSnapshot();
    if (!state) return false;
    view.notify("");
    const delta = Number(to) - Number(state.starred ?? to);
    return change({ starred: to }, { starred: to, count: state.count === null ? null : state.count + delta });
  }

  const message = (starred: boolean) => t(starred ? "starredNow" : "unstarredNow", subjectName(view));

  return {
    element: starButton,
    shortcut: onPress,
    show({ state }) {
      const starred = state?.starred ?? undefined;
      const action = t(starred ? "unstar" : "star");
      const starCount = state?.count ?? undefined;
      drawSealed(starButton, () => {
        setAttributes(starButton, {
          "aria-pressed": starred,
          "aria-label": action,
          "aria-disabled": starred === undefined,
          title: starCount === undefined ? action : `${action} · ${tn("stars", starCount)}`,
        });
        icon.show(STAR, starred);
        label.show(action);
        setAttributes(count, { "data-text": formatCount(starCount) });
      });
    },
  };
};

export const star = declareControl({ id: "star", pageKinds: ["repository"], name: "star", draw: drawStar });
