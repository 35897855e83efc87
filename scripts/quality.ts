// What is held of the whole project besides its format, types and tests. All checks run, whatever fails; what a failing one
// printed is shown. With --online also those that ask a service.
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { forEachConcurrently } from "@forgehand/core/internal";
import { CHECKS, type Check } from "./quality/checks.ts";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const PATH = `${fileURLToPath(new URL("../node_modules/.bin", import.meta.url))}${delimiter}${process.env["PATH"] ?? ""}`;

/** @returns whether it holds */
function holds({ name, command: [program, ...args] }: Check): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, PATH, NO_COLOR: "1" }, maxBuffer: Number.POSITIVE_INFINITY };
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error) process.stdout.write(`== ${name} ==\n${stdout}${stderr}${error.code === "ENOENT" ? error : ""}\n`);
      resolve(error === null);
    });
  });
}

/** @returns whether all of them hold */
async function allHold(checks: readonly Check[]): Promise<boolean> {
  const start = performance.now();
  const broken: string[] = [];
  await forEachConcurrently(checks, availableParallelism(), async (check) => {
    if (!(await holds(check))) broken.push(check.name);
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const which = broken.length === 0 ? "" : ` (${broken.join(", ")})`;
  const passed = checks.length - broken.length;
  process.stdout.write(`quality: ${passed} passed, ${broken.length} failed${which} in ${seconds} s\n`);
  return broken.length === 0;
}

const [wrong] = process.argv.slice(2).filter((argument) => argument !== "--online");
if (wrong === undefined) {
  const isOnline = process.argv.includes("--online");
  process.exitCode = (await allHold(CHECKS.filter(({ online }) => isOnline || !online))) ? 0 : 1;
} else {
  process.stderr.write(`quality: ${wrong} is no flag; there is only --online, for what asks a service as well.\n`);
  process.exitCode = 2;
}
