import { t } from "../locales/i18n.ts";
import type { Problem, ProblemKind } from "../model/problem.ts";
import { countdownTo, formatCountdown } from "./countdown.ts";
import { button, element } from "./element.ts";
import type { ControlView } from "./view.ts";

/** Buttons for problems that are fixed in the options or by the passphrase. */
const OPTIONS_BUTTONS = { account: "openOptions", locked: "unlock" } as const;

/** Problems for which a retry button is offered. Those that pass with time are also retried automatically. */
const RETRYABLE: ReadonlySet<ProblemKind> = new Set(["offline", "lost", "other"]);

/** Shows a problem together with its remedy. */
export interface NoteWidget {
  readonly element: HTMLElement;
  /** Undefined hides the note. */
  show(problem: Problem | undefined): void;
}

/**
 * Draws a note for problems. A rate limit shows a countdown instead of an error.
 * @param name what the problem is about
 */
export function drawProblemNote(
  name: string,
  view: Pick<ControlView, "openOptions" | "switchAccount" | "isCompact" | "isLockShown">,
  retry: () => Promise<void>,
  container: HTMLElement = element("div", { class: "note" }),
): NoteWidget {
  let shown: Problem | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isRetryRequested = false;
  const textElement = element("span", { class: "text" });
  return {
    element: container,
    show(problem) {
      const isRepeated = isRetryRequested;
      isRetryRequested = false;
      // An unchanged text is announced again only if the user requested the retry.
      if (isSameProblem(problem, shown))
        return isRepeated ? textElement.replaceChildren(...textElement.childNodes) : undefined;
      shown = problem;
      clearInterval(timer);
      container.replaceChildren();
      if (!problem || (problem.kind === "locked" && view.isLockShown)) return;
      const { kind, text, until, switchTo } = problem;
      textElement.replaceChildren(element("strong", {}, `${name}:`), ` ${text}`);
      const isWaiting = kind === "limit";
      const note = element(
        "p",
        { class: isWaiting ? "problem waits" : "problem", role: isWaiting ? "status" : "alert" },
        textElement,
      );
      if (until !== undefined) {
        const remaining = countdownTo(until);
        // The countdown must not be announced every second.
        const clock = element("time", { class: "clock", "aria-live": "off" }, formatCountdown(remaining()));
        timer = setInterval(() => {
          clock.textContent = formatCountdown(remaining());
        }, 1000);
        textElement.append(" ", clock);
      }
      const { openOptions } = view;
      if (kind === "account" || kind === "locked") {
        if (openOptions) note.append(button({}, openOptions, t(OPTIONS_BUTTONS[kind])));
        else textElement.append(` ${t("openFromToolbar")}`);
      }
      // Outside of rows, the overlay or popup itself already offers to switch the account.
      if (switchTo !== undefined && view.isCompact) {
        note.append(button({}, () => view.switchAccount(switchTo), t("switchTo", switchTo)));
      }
      if (RETRYABLE.has(kind)) note.append(button({}, tryAgain, t("tryAgain")));
      container.append(note);
    },
  };

  function tryAgain(): void {
    isRetryRequested = true;
    void retry();
  }
}

function isSameProblem(a: Problem | undefined, b: Problem | undefined): boolean {
  return a?.text === b?.text && a?.kind === b?.kind && a?.until === b?.until;
}
