// `npm run bench -- NAME [--json]`: measures, and says which budgets hold. It reports; only measuring that fails is an error.
import { readArguments } from "./arguments.ts";
import { CASES } from "./cases.ts";
import { type Row, verdictOf } from "./row.ts";
import { renderTable } from "./table.ts";

const wanted = readArguments(process.argv.slice(2), Object.keys(CASES));
if ("wrong" in wanted) {
  process.stderr.write(`bench: ${wanted.wrong}\n`);
  process.exitCode = 2;
} else {
  const rows: Row[] = [];
  for (const name of wanted.names) {
    process.stderr.write(`bench: measuring ${name}\n`);
    try {
      rows.push(...((await CASES[name]?.()) ?? []));
    } catch (error) {
      process.stderr.write(`bench: ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
  const shown = wanted.json
    ? JSON.stringify(rows.map((row) => ({ ...row, verdict: verdictOf(row) })))
    : renderTable(rows);
  process.stdout.write(`${shown}\n`);
}
