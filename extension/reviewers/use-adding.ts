import { useState } from "preact/hooks";
import type { Candidate } from "../messages/page.ts";
import type { Reviewer } from "../messages/states.ts";
import type { View } from "../ui/view.ts";
import { t } from "../ui/words.ts";
import { isWhole, matching } from "./matching.ts";
import { distinct, nameAtEnd, readNames, without } from "./names.ts";
import { useCandidates } from "./use-candidates.ts";

/** How many suggestions are drawn; of more, letters find the right ones sooner than eyes. */
export const DRAWN = 40;

/** What adding reviewers takes. */
export interface AddingOptions {
  readonly view: View;
  readonly requested: readonly Reviewer[];
  /** Nobody can be asked. */
  readonly off: boolean;
  readonly busy: boolean;
  /** @returns whether all of them are asked now */
  readonly ask: (reviewers: readonly Reviewer[]) => Promise<boolean>;
}

export type Adding = ReturnType<typeof useAdding>;

/** What is typed, who is picked, who is suggested, and what can be done with them; drawn elsewhere. */
export function useAdding({ view, requested, off, busy, ask }: AddingOptions) {
  const [typed, setTyped] = useState("");
  const [collected, setCollected] = useState<readonly Reviewer[]>([]);
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState<number>();
  const [told, setTold] = useState("");
  const suggestions = useCandidates(view, requested);

  // Whoever is asked meanwhile, from whatever tab, need not be asked any more.
  const picked = without(collected, requested);
  const free = without(suggestions.found?.candidates ?? [], [...requested, ...picked]);
  // Full names have blanks in them, and lists of names too.
  const wanted = matching(free, typed).length > 0 ? typed : nameAtEnd(typed);
  const offered = open && (wanted !== "" || typed === "") ? matching(free, wanted) : [];
  const isSaid = wanted === "" || offered.some((candidate) => isWhole(candidate, wanted));
  const most = Math.min(offered.length, DRAWN) - 1;
  // What is typed and not yet a whole name means the first that it fits.
  const active = marked === undefined ? (isSaid ? -1 : Math.min(0, most)) : Math.min(marked, most);

  function show() {
    if (off) return;
    setOpen(true);
    suggestions.load();
  }
  function hide() {
    setOpen(false);
    setMarked(undefined);
  }
  function type(text: string) {
    setTyped(text);
    setMarked(undefined);
    // What was told of a pick is not told again with every letter.
    if (text !== "") setTold("");
  }
  function pick(reviewers: readonly Reviewer[]) {
    const fresh = without(reviewers, [...requested, ...picked]);
    setCollected([...picked, ...fresh]);
    type("");
    const names = (fresh.length > 0 ? fresh : reviewers).map(({ name }) => name).join(", ");
    if (names) setTold(t(fresh.length > 0 ? "picked" : "alreadyAsked", names));
  }
  function drop(reviewer: Reviewer) {
    setCollected(without(picked, [reviewer]));
    setTold(t("unpicked", reviewer.name));
  }
  /** A candidate, and who was typed before it. */
  function meantBy({ kind, name }: Candidate) {
    const before = wanted === typed ? [] : readNames(typed.slice(0, typed.length - wanted.length));
    return distinct([...before, { kind, name }]);
  }
  async function request(names: readonly Reviewer[] = readNames(typed)) {
    const all = distinct([...picked, ...names]);
    if (off || busy || all.length === 0) return;
    hide();
    setTold("");
    const fresh = without(all, requested);
    if (fresh.length === 0) return pick(all);
    const done = await ask(fresh);
    // What was refused stays, and so does what was typed since.
    if (!done) return;
    setCollected((now) => without(now, fresh));
    setTyped((now) => (now === typed ? "" : now));
  }

  return {
    ...{ typed, picked, told, open, suggestions, offered, active, wanted, off },
    /** How many could be suggested whatever is typed. */
    known: free.length,
    ...{ show, hide, type, pick, drop, request, mark: setMarked },
    /** Marks another suggestion, going round. */
    move(by: 1 | -1) {
      show();
      if (most >= 0) setMarked(active < 0 ? (by > 0 ? 0 : most) : (active + by + most + 1) % (most + 1));
    },
    choose: (candidate: Candidate) => pick(meantBy(candidate)),
    /** Takes the marked suggestion; where none is, or at once, asks everybody. */
    enter(atOnce: boolean) {
      const candidate = offered[active];
      if (!candidate) void request();
      else if (atOnce) void request(meantBy(candidate));
      else pick(meantBy(candidate));
    },
  };
}
