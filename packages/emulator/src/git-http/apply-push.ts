import { reportedUpdates } from "../deliveries/events/refs.ts";
import { updateRef } from "../effects/update-ref.ts";
import { type RulesetResult, RuleViolationError, recordRulesetResult } from "../rules/evaluate-rulesets.ts";
import type { ProposedRefUpdate } from "../rules/push-context.ts";
import type { Account } from "../state/accounts.ts";
import type { GitStore } from "../state/git-store.ts";
import { fullNameOf, repositoryOf } from "../state/repositories.ts";
import type { GitCall } from "./authorize-git.ts";
import { checkCommand, RefRejection } from "./check-command.ts";
import { checkWorkflowFiles } from "./check-workflow-files.ts";
import { InvalidPackError } from "./invalid-pack-error.ts";
import type { PushCommand, PushRequest } from "./push-request.ts";
import { MissingObjectsError, unpackObjects } from "./unpack-objects.ts";

/** The outcome of a push. */
export interface PushResult {
  /** The reason why the pack was refused; undefined if it was stored. */
  readonly unpackProblem: string | undefined;
  /** Refs with the reason why each was refused; undefined if it was updated. */
  readonly refs: ReadonlyMap<string, string | undefined>;
  /** Lines that git prints after `remote: `. */
  readonly messages: readonly string[];
}

/** Ends the transaction of a push that has no effect. */
class PushRollback extends Error {
  override name = "PushRollback" as const;
}

/**
 * Stores the objects of a push and updates its refs: all or none if it is atomic, otherwise each that is valid. A push
 * without any valid update stores nothing.
 */
export function applyPush(call: GitCall, push: PushRequest, sender: Account): PushResult {
  const { db } = call.context;
  const { commands, capabilities } = push;
  const store = { db, repositoryId: call.repository.id };
  const isAtomic = capabilities.has("atomic");
  const refs = new Map<string, string | undefined>();
  const violations: RuleViolationError[] = [];
  let unpackProblem: string | undefined;
  const refuseAll = (reason: string) => {
    for (const { ref } of commands) if (refs.get(ref) === undefined) refs.set(ref, reason);
    return new PushRollback();
  };
  const apply = () => {
    try {
      if (push.pack.length > 0) unpackObjects(store, push.pack);
    } catch (error) {
      if (error instanceof MissingObjectsError) {
        throw refuseAll(push.isShallow ? "shallow update not allowed" : "missing necessary objects");
      }
      if (!(error instanceof InvalidPackError)) throw error;
      unpackProblem = error.message;
      throw refuseAll("unpacker error");
    }
    const reported = new Set(reportedUpdates(commands));
    for (const command of defaultBranchFirst(call, commands)) {
      const outcome = tryUpdate(call, store, { ...command, isUnreported: !reported.has(command) }, sender);
      if (outcome instanceof RuleViolationError) violations.push(outcome);
      refs.set(command.ref, outcome instanceof RuleViolationError ? reasonOf(outcome.result) : outcome?.message);
      if (outcome && isAtomic) throw refuseAll("atomic push failure");
    }
    if (commands.every(({ ref }) => refs.get(ref) !== undefined)) throw new PushRollback();
  };
  try {
    db.transaction(apply);
  } catch (error) {
    if (!(error instanceof PushRollback)) throw error;
  }
  for (const { result } of violations) recordRulesetResult(call.context, result);
  const messages = violations.flatMap(({ result }) => describeViolations(call, result));
  return { unpackProblem, refs, messages };
}

/** In an empty repository, the first branch becomes the default branch, unless that is pushed, too. */
function defaultBranchFirst({ repository }: GitCall, commands: readonly PushCommand[]): PushCommand[] {
  const isDefault = ({ ref }: PushCommand) => ref === `refs/heads/${repository.default_branch}`;
  return [...commands.filter(isDefault), ...commands.filter((command) => !isDefault(command))];
}

/** @returns the reason why the update was refused; undefined if it was made */
function tryUpdate(
  { context, repository: { id }, caller }: GitCall,
  store: GitStore,
  command: PushCommand & Pick<ProposedRefUpdate, "isUnreported">,
  sender: Account,
): RefRejection | RuleViolationError | undefined {
  const { db } = context;
  try {
    db.transaction(() => {
      const repository = repositoryOf(db, id);
      checkCommand(store, repository, command);
      checkWorkflowFiles(store, repository, caller, command);
      updateRef({ context, repository, sender }, command);
    });
    return undefined;
  } catch (error) {
    if (error instanceof RefRejection || error instanceof RuleViolationError) return error;
    throw error;
  }
}

/** Returns GitHub's reason for a rejection by rules of rulesets or of a branch protection. */
const reasonOf = ({ hasRulesetViolation }: RulesetResult) =>
  hasRulesetViolation ? "push declined due to repository rule violations" : "protected branch hook declined";

function describeViolations({ context, repository }: GitCall, result: RulesetResult): string[] {
  const { update, violations, hasRulesetViolation } = result;
  const { ref } = update;
  const url = `${context.webUrl}/${fullNameOf(context.db, repository)}/rules?ref=${encodeURIComponent(ref)}`;
  return [
    ...(hasRulesetViolation
      ? [`error: GH013: Repository rule violations found for ${ref}.`, `Review all repository rules at ${url}`]
      : [`error: GH006: Protected branch update failed for ${ref}.`]),
    "",
    ...violations.flatMap((violation) => [`- ${violation}`, ""]),
  ];
}
