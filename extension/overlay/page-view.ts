import type { Known } from "../known/keys.ts";
import { onKnown } from "../known/read.ts";
import { type Page, type Subject, subjectKey } from "../page/parse-page.ts";
import { ask } from "../ui/ask.ts";
import type { Say, View } from "../ui/view.ts";

/** What a view needs beside what it is about. */
export interface Surroundings {
  /** Whose account acts. */
  readonly login: string;
  /** What was last known of it. */
  readonly known: Known | undefined;
  /** Who the page says is signed in, now. */
  readonly signedIn: () => string | null | undefined;
  readonly say: Say;
  /** The tab that it is about, where that isn't this one. */
  readonly tab?: number;
  readonly small?: boolean;
  /** Is it said elsewhere that tokens are locked? */
  readonly locked?: boolean;
}

/** A view of a page, or of a row of its list, that asks the worker. */
export function viewOf(page: Page, surroundings: Surroundings, row?: Subject): View {
  const { login, known, signedIn, say, tab, small = false, locked = false } = surroundings;
  const on = { page: page.key, ...(tab !== undefined && { tab }), ...(row && { row }) };
  const key = row ? subjectKey(page.origin, row) : page.key;
  let last = known?.login === login ? known : undefined;
  return {
    page,
    row,
    small,
    locked,
    say,
    ofRow: (subject, known) => viewOf(page, { ...surroundings, known, small: true, locked: false }, subject),
    known: (control) => last?.states[control],
    onKnown(control, changed, signal) {
      const textOf = () => JSON.stringify(last?.states[control]);
      let told = textOf();
      onKnown(
        key,
        (known) => {
          last = known?.login === login ? known : undefined;
          const state = last?.states[control];
          // Other controls of the page are written under the same key, and say nothing of this one.
          if (!state || textOf() === told) return;
          told = textOf();
          changed(state);
        },
        signal,
      );
    },
    look: async (control) => (await ask("look", { ...on, control }))[control],
    async act(control, intent) {
      const { state, problem } = await ask("act", { ...on, control, intent, login, signedIn: signedIn() });
      return { state: state[control], problem };
    },
    candidates: () => ask("candidates", on),
    open: (what) => void ask("open", { what }),
    switchTo: (login) => void ask("switch-account", { ...on, login }),
    load: (part) => ask("load", { ...on, part }),
  };
}
