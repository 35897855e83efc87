import { type FixedWindow, openWindow } from "./fixed-window.ts";
import {
  type LimitSettings,
  type Owner,
  type OwnerKind,
  RESOURCES,
  type Resource,
  type SlidingLimit,
} from "./settings.ts";
import { type SlidingWindow, slidingWindow } from "./sliding-window.ts";

/** What a call counts. */
export interface Weight {
  readonly points: number;
  readonly createsContent: boolean;
  /** The primary limit that it counts on; null: none. */
  readonly resource: Resource | null;
}

/** How an owner stands with a primary limit. */
export interface Standing {
  readonly resource: Resource;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** When it starts anew, in seconds since 1970. */
  readonly reset: number;
}

/** What keeps a call out. */
export type LimitRule = "primary" | "inFlight" | "points" | "content";

/** A call that is let in. */
export interface Entered {
  readonly refused?: undefined;
  /** The call is over. One that was answered with "not modified" (304) takes nothing from its primary limit. */
  leave(how: { readonly notModified: boolean }): void;
}

/** A call that is kept out. It counts nothing. */
export interface KeptOut {
  readonly refused: LimitRule;
  /** Milliseconds after which it would be let in, as far as can be told now. */
  readonly wait: number;
}

/** What an owner has used. */
export interface Usage {
  readonly kind: OwnerKind;
  readonly name: string;
  /** Calls that were let in, and that were kept out by each rule. */
  readonly calls: number;
  readonly refused: Readonly<Record<LimitRule, number>>;
  readonly inFlight: number;
  /** What counts on the secondary limits now; undefined where there is no such limit. */
  readonly points: number | undefined;
  readonly contentMinute: number | undefined;
  readonly contentHour: number | undefined;
  readonly primary: readonly Standing[];
}

/** Who has called how often, and who may call on. All times are in milliseconds since 1970. */
export interface Accounting {
  /** Counts a call and lets it in, or keeps it out. */
  enter(owner: Owner, weight: Weight, now: number): Entered | KeptOut;
  /** How an owner stands with a primary limit; undefined where there is none. */
  standing(owner: Owner, resource: Resource, now: number): Standing | undefined;
  /** How it stands with each. */
  standings(owner: Owner, now: number): Standing[];
  /** What everybody has used who was there lately. */
  usage(now: number): Usage[];
  /** Forgets everybody. */
  clear(): void;
}

/** Keeps the accounts of a service with these limits. */
export function createAccounting(settings: LimitSettings): Accounting {
  // In the order in which they were last seen: who may be forgotten is at the front.
  const accounts = new Map<string, Account>();
  const longest = longestSpan(settings);
  const elapsed = steadyClock();

  function touch(owner: Owner, at: number): Account {
    const key = keyOf(owner);
    const account = accounts.get(key) ?? openAccount(settings, owner);
    account.seen = at;
    accounts.delete(key);
    accounts.set(key, account);
    // A call brings one owner at most and looks at two, so that those who are gone never pile up.
    for (const [old, idle] of [...accounts.entries().take(2)]) {
      if (idle.seen + longest > at) break;
      accounts.delete(old);
      // Its calls take very long: it goes to the end, as if it had been seen.
      if (idle.inFlight > 0) accounts.set(old, Object.assign(idle, { seen: at }));
    }
    return account;
  }

  function standing(owner: Owner, resource: Resource, now: number): Standing | undefined {
    const limit = settings.primary?.[owner.kind]?.[resource];
    if (!limit) return undefined;
    const at = elapsed(now);
    const window = openWindow(accounts.get(keyOf(owner))?.primary.get(resource), limit, owner, at);
    const { used } = window;
    const reset = Math.ceil((now + window.end - at) / 1000);
    return { resource, limit: window.limit, used, remaining: Math.max(0, window.limit - used), reset };
  }

  function standings(owner: Owner, now: number): Standing[] {
    return RESOURCES.flatMap((resource) => standing(owner, resource, now) ?? []);
  }

  return {
    enter(owner, weight, now) {
      const at = elapsed(now);
      const account = touch(owner, at);
      const limit = weight.resource && settings.primary?.[owner.kind]?.[weight.resource];
      const window = limit ? openWindow(account.primary.get(weight.resource), limit, owner, at) : undefined;
      const kept = keepOut(settings, account, window, weight, at);
      if (kept) {
        account.refused[kept.refused]++;
        return kept;
      }
      account.calls++;
      account.inFlight++;
      if (window && weight.resource) {
        window.used++;
        account.primary.set(weight.resource, window);
      }
      account.points?.add(at, weight.points);
      if (weight.createsContent) {
        account.contentMinute?.add(at, 1);
        account.contentHour?.add(at, 1);
      }
      let left = false;
      return {
        leave({ notModified }) {
          if (left) return;
          left = true;
          account.inFlight--;
          if (notModified && window) window.used--;
        },
      };
    },
    standing,
    standings,
    clear: () => accounts.clear(),
    usage(now) {
      const at = elapsed(now);
      return [...accounts.values()].map((account) => ({
        kind: account.owner.kind,
        name: account.owner.name,
        calls: account.calls,
        refused: { ...account.refused },
        inFlight: account.inFlight,
        points: account.points?.sum(at),
        contentMinute: account.contentMinute?.sum(at),
        contentHour: account.contentHour?.sum(at),
        primary: standings(account.owner, now).filter(({ used }) => used > 0),
      }));
    },
  };
}

interface Account {
  readonly owner: Owner;
  readonly primary: Map<Resource, FixedWindow>;
  readonly points: SlidingWindow | undefined;
  readonly contentMinute: SlidingWindow | undefined;
  readonly contentHour: SlidingWindow | undefined;
  readonly refused: Record<LimitRule, number>;
  calls: number;
  inFlight: number;
  seen: number;
}

function openAccount({ secondary }: LimitSettings, owner: Owner): Account {
  const slide = (limit: SlidingLimit | undefined) => limit && slidingWindow(limit.limit, limit.seconds * 1000);
  return {
    owner,
    primary: new Map(),
    points: slide(secondary?.points),
    contentMinute: slide(secondary?.content?.minute),
    contentHour: slide(secondary?.content?.hour),
    refused: { primary: 0, inFlight: 0, points: 0, content: 0 },
    calls: 0,
    inFlight: 0,
    seen: 0,
  };
}

const keyOf = ({ kind, id }: Owner) => `${kind} ${id}`;

/** How long anything at all is remembered: for more than no time, so that nobody is forgotten while being counted. */
function longestSpan({ primary, secondary }: LimitSettings): number {
  const limits = [
    ...Object.values(primary ?? {}).flatMap((resources) => Object.values(resources ?? {})),
    ...[secondary?.points, secondary?.content?.minute, secondary?.content?.hour],
  ];
  return 1000 * Math.max(1, ...limits.map((limit) => limit?.seconds ?? 0));
}

/** Milliseconds that have passed. A clock that is set back goes on from there: no window may open again, or stand still. */
function steadyClock(): (now: number) => number {
  let passed = 0;
  let last: number | undefined;
  return (now) => {
    passed += Math.max(0, now - (last ?? now));
    last = now;
    return passed;
  };
}

/** What to wait where nobody knows for how long. */
const SHORTEST_WAIT = 1000;

/** The first rule that keeps a call out, with the longest wait of all that would. */
function keepOut(
  { secondary }: LimitSettings,
  { points, contentMinute, contentHour, inFlight }: Account,
  window: FixedWindow | undefined,
  weight: Weight,
  at: number,
): KeptOut | undefined {
  const waits: readonly (readonly [LimitRule, wait: number | undefined])[] = [
    ["primary", window && window.used >= window.limit ? window.end - at : 0],
    // When a call will end is not known.
    ["inFlight", secondary?.inFlight && inFlight >= secondary.inFlight.limit ? SHORTEST_WAIT : 0],
    ["points", points?.wait(at, weight.points)],
    ["content", weight.createsContent ? contentMinute?.wait(at, 1) : 0],
    ["content", weight.createsContent ? contentHour?.wait(at, 1) : 0],
  ];
  const [first] = waits.find(([, wait]) => wait) ?? [];
  return first && { refused: first, wait: Math.max(...waits.map(([, wait]) => wait ?? 0)) };
}
