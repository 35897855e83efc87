import { useEffect, useRef, useState } from "preact/hooks";
import type { Entry } from "../lists/entry.ts";
import { isAlike, stateOf, type Wanted } from "../lists/wanted.ts";
import type { Watch } from "../messages/states.ts";
import { ask, problemIn } from "../ui/ask.ts";
import type { Say } from "../ui/view.ts";
import { t } from "../ui/words.ts";

/** What somebody does to one repository by one click. */
export interface Acts {
  readonly act: (entry: Entry, wanted: Wanted) => void;
  /** An entry with what is wished of it, until the service has said. */
  readonly asWished: (entry: Entry) => Entry;
}

/** The worker's own look at what was done comes a little after its answer: so long it is waited for, in milliseconds. */
const SETTLED_IN = 4000;

/** @param entries how they are: what is so as it was wished is settled */
export function useActs(account: string, entries: ReadonlyMap<number, Entry>, say: Say): Acts {
  const [wishes, setWishes] = useState<ReadonlyMap<string, Wanted>>(new Map());
  const turns = useRef(0);
  /** What was asked for and not answered, and by which turn. */
  const underWay = useRef(new Map<string, number>());

  const forget = (key: string, wanted: Wanted) =>
    setWishes((wishes) => (wishes.get(key) === wanted ? new Map([...wishes].filter(([one]) => one !== key)) : wishes));

  useEffect(() => {
    for (const [key, wanted] of wishes) {
      const entry = entries.get(Number(key.split(" ")[1]));
      const state = entry && stateOf(entry, wanted);
      if (!state || !isAlike(state, wanted)) continue;
      // One that is on its way back may look as if it were done.
      if (!underWay.current.has(key)) forget(key, wanted);
    }
  }, [entries, wishes]);

  async function run(entry: Entry, wanted: Wanted, undo: Wanted | null): Promise<void> {
    const { id, owner, name } = entry;
    const key = `${"starred" in wanted ? "star" : "watch"} ${id}`;
    turns.current += 1;
    const turn = turns.current;
    underWay.current.set(key, turn);
    setWishes((wishes) => new Map([...wishes, [key, wanted]]));
    const problem = await ask("entry-act", { account, owner, name, wanted }).then(
      ({ problem }) => problem,
      (error: unknown) => problemIn(error),
    );
    if (underWay.current.get(key) !== turn) return;
    underWay.current.delete(key);
    if (problem) {
      forget(key, wanted);
      say(`${owner}/${name}: ${problem.text}`);
      return;
    }
    setTimeout(() => forget(key, wanted), SETTLED_IN);
    say(doneText(wanted, `${owner}/${name}`), undo ? () => void run(entry, undo, null) : undefined);
  }

  return {
    act(entry, wanted) {
      const now = stateOf(asWished(entry, wishes), wanted);
      if (now && isAlike(now, wanted)) return;
      void run(entry, wanted, now);
    },
    asWished: (entry) => asWished(entry, wishes),
  };
}

function asWished(entry: Entry, wishes: ReadonlyMap<string, Wanted>): Entry {
  const star = wishes.get(`star ${entry.id}`);
  const watch = wishes.get(`watch ${entry.id}`);
  if (!star && !watch) return entry;
  return { ...entry, ...star, ...watch };
}

const WATCH_WORDS = {
  watching: "watchedNow",
  ignoring: "ignoredNow",
  "not watching": "unwatchedNow",
} as const satisfies Record<Watch, string>;

function doneText(wanted: Wanted, name: string): string {
  if ("watch" in wanted) return t(WATCH_WORDS[wanted.watch], name);
  return t(wanted.starred ? "starredNow" : "unstarredNow", name);
}
