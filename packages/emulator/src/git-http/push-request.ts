import { createPacketReader, GitProtocolError, readLines } from "./packet-line.ts";

/** A requested update of one ref. */
export interface PushCommand {
  /** Full name of the ref. */
  readonly ref: string;
  /** The object that the client found; undefined if it creates the ref. */
  readonly before: string | undefined;
  /** Undefined if the ref is deleted. */
  readonly after: string | undefined;
}

/** A push: updates of refs, and a pack with the objects that they need. */
export interface PushRequest {
  readonly commands: readonly PushCommand[];
  readonly capabilities: ReadonlySet<string>;
  /** Whether the client's history is incomplete. */
  readonly isShallow: boolean;
  /** Empty if the push only deletes refs. */
  readonly pack: Buffer;
}

const COMMAND = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/;
const NULL_SHA = "0".repeat(40);

/** @throws GitProtocolError */
export function parsePushRequest(body: Buffer): PushRequest {
  const packets = createPacketReader(body);
  const commands: PushCommand[] = [];
  let capabilities: ReadonlySet<string> = new Set();
  let isShallow = false;
  for (const packet of readLines(packets)) {
    if (packet.startsWith("shallow ")) {
      isShallow = true;
      continue;
    }
    const [line = "", list] = packet.split("\0");
    if (list !== undefined) capabilities = new Set(list.split(" "));
    const [, before = "", after = "", ref = ""] = COMMAND.exec(line) ?? [];
    if (ref === "") throw new GitProtocolError(`protocol error: expected old/new/ref, got '${line}'`);
    commands.push({ ref, before: toSha(before), after: toSha(after) });
  }
  if (new Set(commands.map(({ ref }) => ref)).size < commands.length) {
    throw new GitProtocolError("multiple updates for one ref not allowed");
  }
  if (capabilities.has("push-options")) throw new GitProtocolError("the receiving end does not support push options");
  return { commands, capabilities, isShallow, pack: packets.rest() };
}

const toSha = (digits: string) => (digits === NULL_SHA ? undefined : digits);
