import { findObjectHeader, type GitStore, listRefs, type Ref } from "../state/git-store.ts";
import { AGENT, headOf, listFetchableRefs, PULL_REFS, peelObject } from "./advertised-refs.ts";
import type { GitCall } from "./authorize-git.ts";
import type { GitService } from "./git-target.ts";
import { encodePacket, FLUSH_PACKET } from "./packet-line.ts";

const UPLOAD_CAPABILITIES = [
  "multi_ack",
  "thin-pack",
  "side-band",
  "side-band-64k",
  "ofs-delta",
  "shallow",
  "deepen-since",
  "deepen-not",
  "deepen-relative",
  "no-progress",
  "include-tag",
  "multi_ack_detailed",
  "allow-tip-sha1-in-want",
  "allow-reachable-sha1-in-want",
  "no-done",
];

const RECEIVE_CAPABILITIES = [
  "report-status",
  "report-status-v2",
  "delete-refs",
  "side-band-64k",
  "quiet",
  "atomic",
  "ofs-delta",
];

const OBJECT_FORMAT = "object-format=sha1";

const NULL_SHA = "0".repeat(40);

/** Writes the first response of a service: its capabilities and, before protocol version 2, the refs. */
export function* advertise(call: GitCall, service: GitService, version: number): Generator<Uint8Array> {
  yield encodePacket(`# service=${service}\n`);
  yield FLUSH_PACKET;
  if (service === "git-receive-pack") {
    const { context, repository } = call;
    const refs = listRefs({ db: context.db, repositoryId: repository.id }, "refs/");
    const writable = refs.filter(({ name }) => !name.startsWith(PULL_REFS));
    yield* encodeRefs(writable, [...RECEIVE_CAPABILITIES, OBJECT_FORMAT, AGENT]);
  } else if (version === 2) {
    const lines = ["version 2", AGENT, "ls-refs=unborn", "fetch=shallow wait-for-done", OBJECT_FORMAT];
    yield* lines.map((line) => encodePacket(`${line}\n`));
  } else yield* encodeFetchableRefs(call);
  yield FLUSH_PACKET;
}

function encodeFetchableRefs({ context, repository }: GitCall): Generator<Uint8Array> {
  const store: GitStore = { db: context.db, repositoryId: repository.id };
  const head = headOf(store, repository);
  const refs = listFetchableRefs(context, repository).flatMap(({ name, sha }) => {
    const peeled = peelObject(store, sha);
    return [{ name, sha }, ...(peeled === undefined ? [] : [{ name: `${name}^{}`, sha: peeled }])];
  });
  const heads = head.sha === undefined ? [] : [{ name: "HEAD", sha: head.sha }];
  const symref = head.sha === undefined ? [] : [`symref=HEAD:${head.target}`];
  return encodeRefs([...heads, ...refs], [...UPLOAD_CAPABILITIES, ...symref, OBJECT_FORMAT, AGENT]);
}

/** The first line also has the capabilities. */
function* encodeRefs(refs: readonly Ref[], capabilities: readonly string[]): Generator<Uint8Array> {
  const [first = { name: "capabilities^{}", sha: NULL_SHA }, ...rest] = refs;
  yield encodePacket(`${first.sha} ${first.name}\0${capabilities.join(" ")}\n`);
  for (const { name, sha } of rest) yield encodePacket(`${sha} ${name}\n`);
}

/** Responds to `ls-refs` of protocol version 2. */
export function* listRefLines({ context, repository }: GitCall, args: readonly string[]): Generator<Uint8Array> {
  const store = { db: context.db, repositoryId: repository.id };
  const prefixes = args.flatMap((line) => (line.startsWith("ref-prefix ") ? [line.slice("ref-prefix ".length)] : []));
  const [symrefs, peel, unborn] = ["symrefs", "peel", "unborn"].map((name) => args.includes(name));
  const head = headOf(store, repository);
  const target = symrefs ? ` symref-target:${head.target}` : "";
  if (prefixes.length === 0 || prefixes.some((prefix) => "HEAD".startsWith(prefix))) {
    if (head.sha !== undefined) yield encodePacket(`${head.sha} HEAD${target}\n`);
    else if (unborn) yield encodePacket(`unborn HEAD${target}\n`);
  }
  for (const { name, sha } of listFetchableRefs(context, repository, prefixes)) {
    if (!findObjectHeader(store, sha)) continue;
    const peeled = peel ? peelObject(store, sha) : undefined;
    yield encodePacket(`${sha} ${name}${peeled === undefined ? "" : ` peeled:${peeled}`}\n`);
  }
  yield FLUSH_PACKET;
}
