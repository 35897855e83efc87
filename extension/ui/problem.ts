import type { Problem, ProblemKind } from "../messages/problem.ts";
import { clockText, endOf } from "./clock.ts";
import { button, element } from "./element.ts";
import type { View } from "./view.ts";
import { t } from "./words.ts";

/** What fits beside a control; more than that is folded. */
const SHORT = 90;

/** What kinds of problems a look at the options, or the passphrase, helps with. */
const OPENS = { account: ["options", "openOptions"], locked: ["unlock", "unlock"] } as const;

/** What another look may help with. What time helps with is looked at by itself, too. */
const RETRIED: ReadonlySet<ProblemKind> = new Set(["offline", "lost", "other"]);

/** Why something is not known or was not done, with what helps. */
export interface Note {
  readonly element: HTMLElement;
  /** Undefined: nothing is wrong. */
  show(problem: Problem | undefined): void;
}

/**
 * Draws why something is not known or was not done. A limit is a clock, not an error.
 * @param name what it is about
 */
export function drawNote(
  name: string,
  view: Pick<View, "open" | "switchTo" | "small" | "locked">,
  retry: () => Promise<void>,
): Note {
  const place = element("div", { class: "note" });
  let shown: Problem | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isAskedFor = false;
  const said = element("span", { class: "text" });
  return {
    element: place,
    show(problem) {
      const again = isAskedFor;
      isAskedFor = false;
      // What is said already is said again to who asked, and to nobody else.
      if (isSame(problem, shown)) return again ? said.replaceChildren(...said.childNodes) : undefined;
      shown = problem;
      clearInterval(timer);
      place.replaceChildren();
      if (!problem || (problem.kind === "locked" && view.locked)) return;
      const { kind, text, until, switchTo } = problem;
      said.replaceChildren(element("strong", {}, `${name}:`), ` ${text}`);
      said.classList.remove("folded");
      const waits = kind === "limit";
      const note = element("p", { class: waits ? "problem waits" : "problem", role: waits ? "status" : "alert" }, said);
      if (text.length > SHORT) note.append(unfolder(said));
      if (until !== undefined) {
        const left = endOf(until);
        // What it counts is not to be read out each second.
        const clock = element("time", { class: "clock", "aria-live": "off" }, clockText(left()));
        timer = setInterval(() => {
          clock.textContent = clockText(left());
        }, 1000);
        said.append(" ", clock);
      }
      const opens = kind === "account" || kind === "locked" ? OPENS[kind] : undefined;
      if (opens) note.append(button({}, () => view.open(opens[0]), t(opens[1])));
      // Beside a page's own controls the overlay offers it already.
      if (switchTo !== undefined && view.small) {
        note.append(button({}, () => view.switchTo(switchTo), t("switchTo", switchTo)));
      }
      if (RETRIED.has(kind)) note.append(button({}, tryAgain, t("tryAgain")));
      place.append(note);
    },
  };

  function tryAgain(): void {
    isAskedFor = true;
    void retry();
  }
}

/** Folds a text, which stays whole for who hears it. */
function unfolder(text: HTMLElement): HTMLElement {
  text.classList.add("folded");
  const more = button(
    { "aria-expanded": false },
    () => {
      const isFolded = text.classList.toggle("folded");
      more.setAttribute("aria-expanded", String(!isFolded));
      more.textContent = t(isFolded ? "more" : "less");
    },
    t("more"),
  );
  return more;
}

function isSame(one: Problem | undefined, other: Problem | undefined): boolean {
  return one?.text === other?.text && one?.kind === other?.kind && one?.until === other?.until;
}
