import { announcePush } from "../deliveries/events/branches.ts";
import type { Account } from "../state/accounts.ts";
import { deleteRef, recordPush, setRef } from "../state/git.ts";
import type { Repository } from "../state/repositories.ts";
import { type RuleEvaluation, recordRuleSuite } from "../state/rule-suites.ts";
import { timestamp } from "../timestamp.ts";
import type { World } from "../world.ts";
import { rulesetsFor } from "./applying.ts";
import { bypassOf, type Mover } from "./bypassing.ts";
import { judge } from "./judging.ts";
import { type Move, sceneOf } from "./scene.ts";

// The one way by which refs move while the service runs: whatever moves one is held against the rulesets of the
// repository's owner, is recorded with what every rule said, and goes no further where an active one is broken.

/** Who moves a ref, and where. */
export interface Moving {
  readonly world: World;
  readonly repository: Repository;
  /** Whose doing it is to whoever is told of it. */
  readonly sender: Account;
  readonly mover: Mover;
}

/** What the rules said of a push. */
export interface Verdict {
  readonly repositoryId: number;
  readonly actorId: number | null;
  readonly move: Move;
  readonly evaluations: readonly RuleEvaluation[];
  /** It goes through although a rule is broken. */
  readonly bypassed: boolean;
  /** Why it does not go through; none: it does. */
  readonly refused: readonly string[];
}

/** A push that the rules don't let through. Nothing of it is done, but it is recorded: see {@link underRules}. */
export class RuleViolation extends Error {
  override name = "RuleViolation" as const;
  readonly verdict: Verdict;

  constructor(verdict: Verdict) {
    super(`Repository rule violations found\n\n${verdict.refused.join("\n")}\n\n`);
    this.verdict = verdict;
  }
}

/** Holds a push against the rules; undefined where no rule has anything to say. */
export function heldAgainstRules(
  { world: { db }, repository, mover }: Omit<Moving, "sender">,
  move: Move,
): Verdict | undefined {
  const rulesets = rulesetsFor(db, repository, move.ref);
  if (rulesets.length === 0) return undefined;
  const scene = sceneOf(db, repository, move);
  const evaluations: RuleEvaluation[] = [];
  const refused: string[] = [];
  let bypassed = false;
  for (const { rules, enforcement, ...ruleset } of rulesets) {
    const mode = bypassOf(db, { ...ruleset, rules, enforcement }, repository, mover);
    // Who is exempt is not even asked.
    if (mode === "exempt") continue;
    const passes = mode === "always" || (mode === "pull_request" && move.merge !== undefined);
    for (const rule of rules) {
      const found = judge(rule, scene);
      if (found === undefined) continue;
      evaluations.push({
        rule_source: { type: "ruleset", id: ruleset.id, name: ruleset.name },
        enforcement: enforcement === "evaluate" ? "evaluate" : "active",
        result: found === null ? "pass" : "fail",
        ...{ rule_type: rule.type, details: found },
      });
      if (found === null || enforcement === "evaluate") continue;
      if (passes) bypassed = true;
      else refused.push(found);
    }
  }
  if (evaluations.length === 0) return undefined;
  return {
    ...{ repositoryId: repository.id, actorId: mover.userId ?? null, move, evaluations, refused },
    bypassed: bypassed && refused.length === 0,
  };
}

/** What stands for no commit. */
const NOTHING = "0".repeat(40);

/** Records what the rules said of a push. */
export function recordVerdict(
  { db, now }: World,
  { repositoryId, actorId, move, evaluations, bypassed }: Verdict,
  at = timestamp(now()),
): void {
  const { ref, before = NOTHING, after = NOTHING } = move;
  const ends = { before_sha: before, after_sha: after, pushed_at: at };
  recordRuleSuite(db, { repository_id: repositoryId, actor_id: actorId, ref, ...ends }, evaluations, bypassed);
}

/** Moves a ref, and tells everybody of it. @throws RuleViolation before anything is done */
export function moveRef(moving: Moving, move: Move): void {
  const { world, repository, sender } = moving;
  const { ref, before, after } = move;
  const verdict = heldAgainstRules(moving, move);
  if (verdict && verdict.refused.length > 0) throw new RuleViolation(verdict);
  if (verdict) recordVerdict(world, verdict);
  const store = { db: world.db, repositoryId: repository.id };
  if (after === undefined) deleteRef(store, ref);
  else {
    setRef(store, ref, after);
    recordPush(store, timestamp(world.now()));
  }
  announcePush(world, repository, sender, { ref, before, after });
}

/**
 * Does something that may be refused by rules. All of it is undone then, and the refusal stays: it is recorded afterwards.
 * @param refusal what to throw instead
 */
export function underRules<T>(world: World, work: () => T, refusal: (violation: RuleViolation) => Error): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    recordVerdict(world, error.verdict);
    throw refusal(error);
  }
}
