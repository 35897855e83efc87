import { estimate, explainAccess } from "@forgehand/core";
import { forEachConcurrently } from "@forgehand/core/internal";
import { getSubscription } from "@forgehand/core/operations";
import type { Entry } from "../../lists/entry.ts";
import type { Reason } from "../../lists/reason.ts";
import type { Watch } from "../../messages/states.ts";
import { CONCURRENT_CALLS } from "../concurrent-calls.ts";
import { verdictOn } from "../jobs/halt.ts";
import { findById } from "../jobs/renamed.ts";
import { isElsewhere, PATIENCE } from "../jobs/service.ts";
import { watchOf } from "../subscription.ts";
import { changeEntries, entriesWhere } from "./entry-store.ts";
import type { Gather } from "./gatherer.ts";
import { forgetUnwanted } from "./lost.ts";

/** A repository whose subscription is to be looked at. */
interface Candidate {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  /** The lower, the sooner. */
  readonly rank: number;
}

/** What a look has shown. */
interface Seen {
  readonly watch: Watch | null;
  readonly why: Reason | null;
  readonly at: number;
}

/** So many refusals on end, with nothing else before, are no matter of single repositories. */
const MOST_REFUSED = 5;
/** How many looks are written down together. */
const BATCH = 40;

/** Looks at each repository's subscription, those first that people care for most. */
export async function checkSubscriptions(of: Gather): Promise<void> {
  const { lists, account, run, clock, progress, signal } = of;
  const left = (await entriesWhere(lists, account, (entry) => candidateIn(entry, run))).sort((a, b) => a.rank - b.rank);
  const checked = progress.now().checked;
  const began = clock.now();
  await progress.set({ toCheck: checked + left.length, eta: began + secondsFor(left.length) * 1000 }, "urgent");
  const looks = createLooks(of);
  let done = 0;
  try {
    await forEachConcurrently(
      left,
      CONCURRENT_CALLS,
      async (candidate) => {
        if (!looks.areAllowed()) return;
        await looks.look(candidate);
        done++;
        await progress.set({ checked: checked + done, eta: etaOf(done, left.length - done, began, clock.now()) });
      },
      signal,
    );
  } finally {
    await looks.flush();
    await progress.set({ checked: checked + done }, "urgent");
  }
  if (signal.aborted) return;
  const why = looks.whyNot();
  if (why) await nobodyKnows(of, why);
  await forgetUnwanted(of);
}

function candidateIn({ id, owner, name, watch, watchCheckedAt, starred, missing }: Entry, run: number) {
  if (missing || (watchCheckedAt ?? 0) >= run) return undefined;
  const rank =
    watch === "watching" || watch === "ignoring" ? 0 : watch === null && starred ? 1 : watch === null ? 2 : 3;
  return { id, owner, name, rank } satisfies Candidate;
}

const secondsFor = (count: number) => estimate([{ operation: getSubscription, count }]).expected;

/** By what the limits allow, and by how much slower it went so far. */
function etaOf(done: number, left: number, began: number, now: number): number {
  const planned = secondsFor(done);
  const slowness = planned > 30 ? Math.max(1, (now - began) / 1000 / planned) : 1;
  return Math.max(now, began + 1000 * slowness * secondsFor(done + left));
}

/** Looks at subscriptions, and writes down what they show, many at a time. */
function createLooks({ lists, account, client, token, clock, progress, signal }: Gather) {
  const seen = new Map<number, Seen>();
  let streak = 0;
  let hasSucceeded = false;
  let whyNot: Reason | undefined;
  let refusal: Reason | undefined;

  async function flush(): Promise<void> {
    const batch = new Map(seen);
    seen.clear();
    const revision = await changeEntries(lists, account, [...batch.keys()], (entry, id) => {
      const one = batch.get(id);
      // Whoever has changed it meanwhile knows better.
      if (!entry || !one || (entry.watchCheckedAt ?? 0) > one.at) return undefined;
      return { ...entry, watch: one.watch, whyWatch: one.why, watchCheckedAt: one.at };
    });
    progress.entries(revision);
  }

  async function note(id: number, one: Seen): Promise<void> {
    seen.set(id, one);
    if (seen.size >= BATCH) await flush();
  }

  /** Does the token lack what it takes to see a subscription at all? Then "none" says nothing. */
  function lacking(headers: Headers): Reason | undefined {
    const scopes = headers.get("x-oauth-scopes");
    if (scopes === null) return undefined;
    const given = scopes.split(",").map((scope) => scope.trim());
    const { answer, message } = explainAccess(getSubscription, { ...token, scopes: given.filter(Boolean) });
    return answer === "no" ? { kind: "permission", detail: message } : undefined;
  }

  async function ask({ id, owner, name }: Candidate): Promise<Watch> {
    const wishes = { priority: "bulk", maxWait: PATIENCE, signal } as const;
    const read = (place: { owner: string; name: string }) =>
      client.call.raw(getSubscription, { owner: place.owner, repo: place.name }, wishes);
    const { output, headers } = await read({ owner, name }).catch(async (error: unknown) => {
      const renamed = isElsewhere(error) ? await findById(client, id) : undefined;
      if (renamed) return read(renamed);
      throw error;
    });
    if (output === null) whyNot ??= lacking(headers);
    return watchOf(output);
  }

  return {
    flush,
    whyNot: () => whyNot ?? (!hasSucceeded && refusal?.kind === "permission" ? refusal : undefined),
    areAllowed: () => whyNot === undefined,
    async look(candidate: Candidate): Promise<void> {
      const { id } = candidate;
      const at = clock.now();
      try {
        const watch = await ask(candidate);
        if (whyNot) return;
        hasSucceeded = true;
        await note(id, { watch, why: null, at });
      } catch (error) {
        if (signal.aborted) return;
        const { why, halt } = verdictOn(error);
        if (why.kind === "token kind") {
          whyNot ??= why;
          return;
        }
        if (halt) throw error;
        await note(id, { watch: null, why, at });
        refusal = why;
        if (!hasSucceeded && ++streak >= MOST_REFUSED) whyNot ??= why;
      }
    },
  };
}

/** This token can't see subscriptions: that is said once, and of each entry what is known of it. */
async function nobodyKnows({ lists, account, progress }: Gather, why: Reason): Promise<void> {
  await progress.set({ whyNoWatch: why }, "urgent");
  const { kind } = why;
  const ids = await entriesWhere(lists, account, ({ id, missing }) => (missing ? undefined : id));
  const change = { watch: null, whyWatch: { kind } } as const;
  progress.entries(await changeEntries(lists, account, ids, (entry) => entry && { ...entry, ...change }));
}
