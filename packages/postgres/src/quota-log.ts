import { createQuotaReplica, type QuotaCommand, type QuotaReplica, type QuotaReply } from "@forgehand/core/quota";
import type { Pool } from "pg";
import { type LogTail, parseLogTail } from "./log-tail.ts";
import type { TableNames } from "./options.ts";
import { runStatements, type StatementBatch } from "./run-statements.ts";

/** The log of one quota's commands. */
export interface QuotaLog {
  /** Appends a command, and returns its reply. @throws the signal's reason; any error of the pool or the server */
  readonly append: (command: QuotaCommand, signal: AbortSignal | undefined) => Promise<QuotaReply>;
  /** Whether no command is waiting or being sent. */
  readonly isIdle: () => boolean;
}

/** Properties of a quota's log. */
export interface QuotaLogOptions {
  readonly pool: Pool;
  readonly names: TableNames;
  readonly quota: string;
  /** Clock in place of the server's. */
  readonly now: (() => number) | undefined;
}

/** A command that has no reply yet. */
interface PendingCommand {
  /** As JSON. */
  readonly text: string;
  readonly resolve: (reply: QuotaReply) => void;
  readonly reject: (error: unknown) => void;
  isGivenUp: boolean;
  onGiveUp: () => void;
}

/** The part of the log that this process has applied. */
interface AppliedLog {
  readonly generation: string;
  readonly position: number;
  readonly replica: QuotaReplica;
}

/** Milliseconds after which the server ends a statement that waits for a lock. Shorter than the client's patience, 2 s. */
const STATEMENT_TIMEOUT_MS = 1500;
/** Milliseconds after which a round trip fails for callers without a signal. */
const ROUND_TRIP_TIMEOUT_MS = 5000;
/** Maximum number of commands in a round trip. */
const MAX_COMMANDS = 100;
/** Number of commands between two snapshots of the state, from which other processes can continue. */
const SNAPSHOT_INTERVAL = 128;

/** Creates the log of a quota, which sends commands in the order in which it receives them. */
export function createQuotaLog({ pool, names, quota, now }: QuotaLogOptions): QuotaLog {
  const queue: PendingCommand[] = [];
  let isSending = false;
  let applied: AppliedLog | undefined;

  const run = (statements: StatementBatch["statements"], signal: AbortSignal) =>
    runStatements({ pool, names, timeout: STATEMENT_TIMEOUT_MS, statements, signal });

  async function sendAll(): Promise<void> {
    isSending = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_COMMANDS).filter(({ isGivenUp }) => !isGivenUp);
      if (batch.length > 0) await send(batch);
    }
    isSending = false;
  }

  /** Sends commands until they have replies or all of them are given up. Never rejects. */
  async function send(batch: readonly PendingCommand[]): Promise<void> {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(ROUND_TRIP_TIMEOUT_MS)]);
    for (const pending of batch) {
      pending.onGiveUp = () => {
        if (batch.every(({ isGivenUp }) => isGivenUp)) controller.abort();
      };
    }
    try {
      const tail = await appendAll(batch, signal);
      const replies = applyTail(tail).slice(-batch.length);
      for (const [index, { resolve, reject }] of batch.entries()) {
        const reply = replies[index];
        if (reply) resolve(reply);
        else reject(new TypeError("The command is invalid."));
      }
      if (tail.position % SNAPSHOT_INTERVAL < batch.length) await saveSnapshot(signal);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Appends commands, and returns the part of the log that has not been applied. */
  async function appendAll(batch: readonly PendingCommand[], signal: AbortSignal): Promise<LogTail> {
    const time = now === undefined ? "NULL" : Math.floor(now());
    const [text] = await run((literal) => {
      const known = applied ? `${literal(applied.generation)}, ${applied.position}` : "NULL, 0";
      const commands = batch.map((pending) => literal(pending.text)).join();
      return [`SELECT ${names.appendCommands}(${literal(quota)}, ${known}, ARRAY[${commands}]::json[], ${time})`];
    }, signal);
    return parseLogTail(text);
  }

  /** Applies commands of all processes, and returns their replies; undefined for those that this version doesn't know. */
  function applyTail({
    generation,
    position,
    start,
    snapshot,
    commands,
  }: LogTail): readonly (QuotaReply | undefined)[] {
    const isContinued = applied?.generation === generation && applied.position === start;
    const replica = isContinued && applied ? applied.replica : createQuotaReplica(generation, snapshot);
    // An error leaves a state that is not that of any position.
    applied = undefined;
    const replies = commands.map(({ at, command }) => replica.apply(command, at));
    applied = { generation, position, replica };
    return replies;
  }

  /** Saves the state, and deletes the commands before the previous snapshot. Another process does if this fails. */
  async function saveSnapshot(signal: AbortSignal): Promise<void> {
    const state = applied?.replica.state();
    if (!applied || state === undefined) return;
    const { generation, position } = applied;
    const statements: StatementBatch["statements"] = (literal) => {
      const isSame = `quota = ${literal(quota)} AND generation = ${literal(generation)}`;
      return [
        `UPDATE ${names.quotas} SET kept_position = snapshot_position, snapshot_position = ${position}, snapshot = ${literal(state)}
         WHERE ${isSame} AND snapshot_position < ${position}`,
        `DELETE FROM ${names.quotaCommands} WHERE generation = ${literal(generation)}
         AND position <= (SELECT kept_position FROM ${names.quotas} WHERE ${isSame})`,
      ];
    };
    await run(statements, signal).catch(() => {});
  }

  async function append(command: QuotaCommand, signal: AbortSignal | undefined): Promise<QuotaReply> {
    signal?.throwIfAborted();
    let giveUp = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const pending = { text: JSON.stringify(command), resolve, reject, isGivenUp: false, onGiveUp() {} };
        giveUp = () => {
          pending.isGivenUp = true;
          reject(signal?.reason);
          pending.onGiveUp();
        };
        signal?.addEventListener("abort", giveUp, { once: true });
        queue.push(pending);
        if (!isSending) void sendAll();
      });
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  return { append, isIdle: () => !isSending };
}
