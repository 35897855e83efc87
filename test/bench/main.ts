// `npm run bench -- NAME [--json]`: measures, and says which budgets hold. It reports; only measuring that fails is an error.
import { readArguments } from "./arguments.ts";
import { CASES } from "./cases.ts";
import { type Result, report } from "./result.ts";

const wanted = readArguments(process.argv.slice(2), Object.keys(CASES));
if ("wrong" in wanted) {
  process.stderr.write(`bench: ${wanted.wrong}\n`);
  process.exitCode = 2;
} else {
  const results: Result[] = [];
  for (const name of wanted.names) {
    process.stderr.write(`bench: measuring ${name}\n`);
    try {
      const result = await CASES[name]?.();
      if (result !== undefined) results.push(result);
    } catch (error) {
      process.stderr.write(`bench: ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
  process.stdout.write(`${report(results, wanted)}\n`);
}
