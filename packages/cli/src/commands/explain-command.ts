import { byRoute } from "@forgehand/core/by-route";
import { type AnyOperation, closestMatch } from "@forgehand/core/contract";
import { DIALECTS, type Dialect, wirePath } from "@forgehand/core/dialects";
import * as catalog from "@forgehand/core/operations";
import { type Declarations, readDeclarations } from "@forgehand/tasks/declarations";
import { Problem } from "@forgehand/tasks/problem";
import { fullName } from "@forgehand/tasks/repository";
import type { EntryTargets } from "@forgehand/tasks/run/task";
import { checkEntries, prepareTasks } from "@forgehand/tasks/tasks/tasks";
import { accessNeeds } from "../access/access-needs.ts";
import { renderNeeds } from "../access/render-needs.ts";
import type { CommandContext } from "../command-context.ts";
import { escapeText, toSafeJson } from "../terminal/escape-text.ts";
import { readSettings } from "./command-settings.ts";
import { findConfig } from "./find-config.ts";

const OPERATIONS: ReadonlyMap<string, AnyOperation> = new Map(Object.entries(catalog));
/** Names by route: tasks narrow operations to the fields that they use. */
const NAMES: ReadonlyMap<string, string> = new Map(Array.from(OPERATIONS, ([name, { route }]) => [route, name]));

const MAX_SUGGESTIONS = 5;

/** Something that needs access: an entry of a task, or an operation. */
interface Subject {
  readonly title: string;
  readonly operations: readonly AnyOperation[];
}

/**
 * Prints the access that a configuration or an operation needs. Needs no token and makes no calls.
 * @throws Problem
 */
export async function explainCommand(context: CommandContext): Promise<void> {
  const { args, terminal, print } = context;
  const { settings, texts } = readSettings(context, "plan");
  const dialect = DIALECTS[settings.required("dialect")];
  const [name] = args.positionals;
  let subjects: readonly Subject[];
  if (name !== undefined) subjects = [operationSubject(name, dialect)];
  else {
    const config = findConfig(args.command, texts, context.folder);
    if (config !== undefined) texts.set("config", { text: config, subject: "The configuration" });
    const declarations = await readDeclarations(settings, { ...context, workspace: context.folder });
    checkEntries(declarations);
    subjects = await entrySubjects(declarations);
  }
  const explained = subjects.map((subject) => ({ ...subject, access: accessNeeds(subject.operations, dialect) }));
  if (args.own.get("json") === "true") {
    const entries = explained.map(({ title, operations, access }) => ({
      title,
      operations: operations.map(nameOf),
      access: access.map(({ impossible, undocumented, ...rest }) => ({
        ...rest,
        impossible: impossible.map(nameOf),
        undocumented: undocumented.map(nameOf),
      })),
    }));
    return print(`${toSafeJson({ version: 1, entries })}\n`);
  }
  const lines = explained.flatMap(({ title, access }) => [
    terminal.style("strong", escapeText(title)),
    ...renderNeeds(access, nameOf, terminal),
    "",
  ]);
  print(`${lines.join("\n").trimEnd()}\n`);
}

const nameOf = (operation: AnyOperation) => NAMES.get(operation.route) ?? operation.route;

/** @throws Problem if there is no such operation */
function operationSubject(name: string, dialect: Dialect): Subject {
  const operation = OPERATIONS.get(name) ?? (name.includes("/") ? byRoute(name) : undefined);
  if (operation === undefined) {
    const names = [...OPERATIONS.keys()];
    const containing = names
      .filter((other) => other.toLowerCase().includes(name.toLowerCase()))
      .slice(0, MAX_SUGGESTIONS);
    const suggestions = containing.length > 0 ? containing : [closestMatch(name, names) ?? []].flat();
    const hint = suggestions.length === 0 ? "" : ` Did you mean ${suggestions.join(" or ")}?`;
    throw new Problem(
      `The operation must be a name such as putRepositoryActionsSecret or a route such as "GET /repos/{owner}/{repo}", got ${JSON.stringify(name)}.${hint}`,
    );
  }
  return {
    title: `${nameOf(operation)}: ${operation.method} ${wirePath(dialect, operation.path)}`,
    operations: [operation],
  };
}

/** Prepares each entry on its own, to know its operations. */
async function entrySubjects(declarations: Declarations): Promise<readonly Subject[]> {
  const entries = Array.from(declarations, ([task, all]) => all.map((settings) => new Map([[task, [settings]]])));
  const prepared = await Promise.all(entries.flat().map(prepareTasks));
  return prepared.flat().map(({ title, targets, operations }) => ({
    title: `${title}: ${[...new Set(targets.flatMap(targetNames))].join(", ")}`.replace(/: $/, ""),
    operations: [...new Set(operations(true).flatMap(({ required }) => required))],
  }));
}

function targetNames({ organizations, selection }: EntryTargets): readonly string[] {
  const patterns = selection?.patterns ?? [];
  return [...organizations, ...patterns.map((pattern) => `${pattern.excludes ? "!" : ""}${fullName(pattern)}`)];
}
