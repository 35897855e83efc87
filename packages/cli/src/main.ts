import { describeError, Problem } from "@forgehand/tasks/problem";
import manifest from "../package.json" with { type: "json" };
import { type Arguments, parseArguments } from "./arguments/parse-arguments.ts";
import type { CommandContext } from "./command-context.ts";
import { readTerminal } from "./terminal/terminal.ts";
import { terminalLog } from "./terminal/terminal-log.ts";

/**
 * Runs the program.
 * @param argv the arguments after the program's name
 */
export async function main(argv: readonly string[]): Promise<void> {
  // A reader that has seen enough closes the pipe. That must neither crash the program nor stop it halfway.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") process.exitCode = 1;
    });
  }
  let context = createContext(EMPTY);
  if (argv[0] === "completion" && argv[1] === "--words") {
    const { printProposals } = await import("./completion/print-completion.ts");
    return printProposals(argv.slice(2), context.print);
  }
  try {
    context = createContext(parseArguments(argv));
    await run(context);
  } catch (error) {
    const { log } = context;
    if (error instanceof Problem) for (const { message } of [error, ...error.additional]) log.error(message);
    else log.error(describeError(error));
  }
}

const EMPTY: Arguments = { command: undefined, positionals: [], settings: new Map(), own: new Map() };

function createContext(args: Arguments): CommandContext {
  const color = args.own.get("color");
  const terminal = readTerminal(process, process.env, color === undefined ? undefined : color === "true");
  return {
    args,
    environment: process.env,
    folder: process.cwd(),
    terminal,
    log: terminalLog(terminal, args.own.get("verbose") === "true"),
    print: (text) => void process.stdout.write(text),
  };
}

async function run(context: CommandContext): Promise<void> {
  const { command, positionals, own } = context.args;
  if (own.get("version") === "true") return context.print(`${manifest.version}\n`);
  if (command === undefined || command === "help" || own.get("help") === "true") {
    const { printHelp } = await import("./help/print-help.ts");
    return printHelp(context, command === "help" ? positionals[0] : command);
  }
  switch (command) {
    case "plan":
    case "check":
    case "apply":
    case "redeliver": {
      const { runTasksCommand } = await import("./commands/run-tasks-command.ts");
      return runTasksCommand(context, command);
    }
    case "init": {
      const { initCommand } = await import("./commands/init-command.ts");
      return initCommand(context);
    }
    case "explain": {
      const { explainCommand } = await import("./commands/explain-command.ts");
      return explainCommand(context);
    }
    case "completion": {
      const { printCompletion } = await import("./completion/print-completion.ts");
      return printCompletion(context);
    }
  }
}
