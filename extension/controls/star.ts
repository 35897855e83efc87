import { countText } from "../ui/count.ts";
import { button, element, setAttributes } from "../ui/element.ts";
import { drawIcon, STAR } from "../ui/icon.ts";
import { subjectName } from "../ui/view.ts";
import { t, tn } from "../ui/words.ts";
import { type DrawFace, declareControl } from "./control.ts";
import { drawLabel } from "./label.ts";

/** One click stars, the next one takes the star away. */
export const drawStar: DrawFace<"star"> = (view, now) => {
  const icon = drawIcon(STAR);
  const label = drawLabel([t("star"), t("starred")]);
  const count = element("span", { class: "count" });
  const press = () => void toggle();
  const pressed = button({}, press, icon.element, ...(view.small ? [] : [label.element]), count);

  async function toggle(): Promise<void> {
    const { state, busy } = now();
    const starred = state?.starred;
    // A second click before the first one's answer is a slip.
    if (typeof starred !== "boolean" || busy) return;
    if (await give(!starred)) view.say(said(!starred), () => void giveBack(starred));
  }

  async function giveBack(starred: boolean): Promise<void> {
    if (await give(starred)) view.say(said(starred));
  }

  /** Gives a star, or takes it back. @returns whether it was done */
  async function give(to: boolean): Promise<boolean> {
    const { state, act } = now();
    if (!state) return false;
    view.say("");
    const moved = Number(to) - Number(state.starred ?? to);
    return act({ starred: to }, { starred: to, count: state.count === null ? null : state.count + moved });
  }

  const said = (starred: boolean) => t(starred ? "starredNow" : "unstarredNow", subjectName(view));

  return {
    element: pressed,
    shortcut: press,
    show({ state }) {
      const starred = state?.starred ?? undefined;
      const does = t(starred ? "unstar" : "star");
      const many = state?.count ?? undefined;
      setAttributes(pressed, {
        "aria-pressed": starred,
        "aria-label": does,
        "aria-disabled": starred === undefined,
        title: many === undefined ? does : `${does} · ${tn("stars", many)}`,
      });
      icon.show(STAR, starred);
      label.show(t(starred ? "starred" : "star"));
      count.textContent = countText(many);
    },
  };
};

export const star = declareControl({ id: "star", on: ["repository"], name: "star", face: drawStar });
