import { join } from "node:path";
import * as z from "zod/mini";
import type { Made } from "./made.ts";
import { run, tryProgram } from "./program.ts";
import { Refusal } from "./refusal.ts";

const Failure = z.object({ error: z.object({ code: z.string() }) });
const Integrity = z.string();

/** The integrity of what the registry has under a name and version, where it has it. */
export function publishedIntegrity(folder: string, name: string, version: string): string | undefined {
  const asked = [`${name}@${version}`, "dist.integrity", "--json"];
  const { status, output, problem } = tryProgram({ folder }, "npm", "view", ...asked);
  // A package that has other versions is no error, only silence.
  if (status === 0) return output.trim() === "" ? undefined : Integrity.parse(JSON.parse(output));
  const failure = Failure.safeParse(parseOrNull(output));
  if (failure.success && failure.data.error.code === "E404") return undefined;
  throw new Error(`npm view ${asked.join(" ")} failed: ${problem.trim()}`);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Publishes each package that the registry does not have. @throws Refusal where it has another under that version */
export function publishPackages(made: Made, folder: string, say: (line: string) => void): void {
  for (const { name, file, integrity } of made.packages) {
    const published = publishedIntegrity(folder, name, made.version);
    if (published === undefined) {
      run({ folder }, "npm", "publish", join(folder, file), "--access", "public");
      say(`published ${name} ${made.version}`);
    } else if (published === integrity) {
      say(`${name} ${made.version} is published already`);
    } else {
      throw new Refusal(
        `${name} ${made.version} is published with other contents. Finish the run that published it, or release a new version.`,
      );
    }
  }
}
