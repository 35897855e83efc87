import type { Known } from "../known/keys.ts";
import type { Problem } from "../messages/problem.ts";
import type { ControlId, SomeStates } from "../messages/states.ts";
import type { Subject } from "../page/parse-page.ts";
import { AskError } from "../ui/ask.ts";
import type { View } from "../ui/view.ts";
import { createLookQueue } from "./look-queue.ts";

/** Rows that are asked for at the same time. */
const AT_ONCE = 3;

/** Milliseconds that a row must be in sight before anything is asked for it: what is scrolled past asks for nothing. */
const IN_SIGHT = 150;

/** Milliseconds for which what was seen of a row is good enough: whoever scrolls back need not ask again. */
const FRESH = 10_000;

/** Looks at the rows of a page, a few at a time. */
export interface RowLooks {
  /**
   * A view of a row, which looks at all of its controls at once, when it is the row's turn.
   * @param signal the row is out of sight: what was not asked for by then is not asked for
   */
  viewOf(row: Subject, known: Known | undefined, signal: AbortSignal): View;
}

/** @param page the view of the page that the rows are on. @param ask what knows the state of a row's controls */
export function createRowLooks(page: Pick<View, "ofRow">, ask: (row: Subject) => Promise<SomeStates>): RowLooks {
  const queue = createLookQueue(AT_ONCE);
  /** A limit is every row's: until it ends, none of them asks. */
  let limit: Problem | undefined;

  /** When rows were last seen, all of them that there is to see. */
  const seen = new Map<string, number>();
  const nameOf = ({ owner, repo, number }: Subject) => `${owner}/${repo}#${number}`.toLowerCase();

  async function lookAt(row: Subject): Promise<SomeStates> {
    if (limit?.until !== undefined && Date.now() < limit.until) throw new AskError(limit);
    const states = await ask(row);
    const reasons = Object.values(states).flatMap((state) => state?.why ?? []);
    limit = reasons.find(({ kind }) => kind === "limit");
    if (reasons.length === 0) seen.set(nameOf(row), Date.now());
    else seen.delete(nameOf(row));
    return states;
  }

  return {
    viewOf(row, known, signal) {
      const view = page.ofRow(row, known);
      const begun = new Set<ControlId>();
      let asked: Promise<SomeStates> | undefined;
      const later = () =>
        new Promise<SomeStates>((resolve, reject) => {
          const timer = setTimeout(() => {
            const takeBack = queue.add(() => lookAt(row).then(resolve, reject));
            signal.addEventListener("abort", takeBack);
          }, IN_SIGHT);
          signal.addEventListener("abort", () => clearTimeout(timer));
        }).finally(() => {
          asked = undefined;
        });
      return {
        ...view,
        async look(control) {
          const last = view.known(control);
          // Whoever looks once more wants to know.
          const isFirst = !begun.has(control);
          begun.add(control);
          if (isFirst && last && Date.now() - (seen.get(nameOf(row)) ?? 0) < FRESH) return last;
          asked ??= later();
          return (await asked)[control];
        },
      };
    },
  };
}
