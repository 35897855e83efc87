import { estimate } from "@forgehand/core";
import { getRepository, putRepositoryActionsSecret } from "@forgehand/core/operations";
import type { Declarations } from "../declarations.ts";
import { escapeHtml, paragraph, row } from "../report/html.ts";
import { setOutputs } from "../report/publish.ts";
import { writeHtml } from "../report/summary.ts";
import { duration } from "../run/duration.ts";
import { prepare, type Surroundings } from "../run/perform.ts";
import type { Settings } from "../settings/read.ts";
import type { Directory } from "../targets/directory.ts";
import { nameOf, type Repository } from "../targets/repository.ts";
import type { Scope } from "../task.ts";
import { cut, type OwnersTargets, type ShardRow } from "./cut.ts";

/** What a matrix comes to. */
export interface Matrix {
  readonly rows: readonly ShardRow[];
  /** What could not be read, or was not found: the shards that it belongs to say so too. */
  readonly notes: readonly string[];
}

/** Cuts what is declared into shards. @throws Problem on what can't be right; ForgeError where nothing can be read */
export async function readMatrix(inputs: Settings, declarations: Declarations, around: Surroundings): Promise<Matrix> {
  const { run, tasks } = prepare(inputs, declarations, around);
  const scopes = tasks.flatMap(({ scopes }) => scopes);
  const installations = await run.connection.installations();
  const installed = new Map(installations?.map(({ id, owner }) => [owner.toLowerCase(), id]));
  const { owners, notes } = await ownersOf(scopes, run.directory);
  const all = owners.map((one) => ({ ...one, installation: installed.get(one.owner.toLowerCase()) }));
  return { rows: cut(all, installations !== undefined), notes };
}

/** Sets the output `matrix`, and tells of it in log and summary. */
export function publishMatrix({ rows, notes }: Matrix, inputs: Settings, around: Surroundings): void {
  const { environment, log } = around;
  for (const note of notes) log.warning(note);
  const lines = rows.map((one) => ({ ...one, time: leastTime(one, inputs) }));
  const told =
    rows.length === 0 ? NOTHING : `${rows.length.toLocaleString("en")} shards, for strategy.matrix of a job.`;
  log.info(told);
  log.group(
    "The shards",
    lines.map(
      ({ shard, share, targets, time }) => `${shard}: ${targets.toLocaleString("en")} targets, share ${share}, ${time}`,
    ),
  );
  setOutputs({ matrix: JSON.stringify({ include: rows }), changed: 0, failed: 0, skipped: 0 }, environment, log);
  const table = lines.map(({ shard, share, installation, targets, time }) =>
    row("td", [{ code: shard }, { code: share }, { code: installation }, targets.toLocaleString("en"), time]),
  );
  const html = [
    `<h2>${escapeHtml("Forgehand: the shards")}</h2>`,
    paragraph(told),
    ...notes.slice(0, MOST_NOTES).map((note) => paragraph(`⚠️ ${note}`)),
    ...(table.length === 0 ? [] : [`<table>\n${HEAD}${table.join("")}</table>`]),
  ];
  writeHtml(() => html.join("\n"), environment, log);
}

const HEAD = row("th", ["Shard", "Share of the limits", "Installation", "Targets", "Time, at the least"]);
const MOST_NOTES = 50;
const NOTHING =
  "There is nothing to do, and a matrix of nothing fails: give the job that has it the condition " +
  "if: fromJSON(needs.JOB.outputs.matrix).include[0]";

/** What the limits let through a read and a write of each target in: nobody knows yet which of them need one. */
function leastTime({ targets, share }: ShardRow, inputs: Settings): string {
  const calls = [
    { operation: getRepository, count: targets },
    { operation: putRepositoryActionsSecret, count: targets },
  ];
  const { minimum } = estimate(calls, { pace: { preset: inputs.required("pace"), share } });
  return minimum < 1 ? "no wait" : `${duration(minimum)} if all need a change`;
}

/** Whose things all entries together are about. */
async function ownersOf(scopes: readonly Scope[], directory: Directory) {
  const found = new Map<
    string,
    { owner: string; isItself: boolean; isUnread: boolean; named: Map<string, Repository> }
  >();
  const notes = new Set<string>();
  const of = (owner: string) => {
    const key = owner.toLowerCase();
    const known = found.get(key) ?? { owner, isItself: false, isUnread: false, named: new Map() };
    found.set(key, known);
    return known;
  };
  for (const { organizations, selection, apart } of scopes) {
    if (apart !== undefined) notes.add(apart);
    for (const owner of organizations) of(owner).isItself = true;
    if (!selection) continue;
    const { repositories, skipped, unreadable } = await directory.find(selection);
    for (const one of repositories) of(one.owner).named.set(nameOf(one).toLowerCase(), one);
    for (const { target, problem } of unreadable) {
      of(target.split("/", 1)[0] ?? target).isUnread = true;
      notes.add(`${target}: ${problem}`);
    }
    for (const { target, why } of skipped) notes.add(`${target}: ${why}`);
  }
  const owners = Array.from(
    found.values(),
    ({ owner, isItself, isUnread, named }): Omit<OwnersTargets, "installation"> => ({
      ...{ owner, isItself, isUnread },
      repositories: [...named.values()],
    }),
  );
  return { owners, notes: [...notes] };
}
