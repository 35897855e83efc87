// A process of its own: the built emulator with a world of so many repositories. A file of that size would be read for
// longer than it is measured.
import { worldOf } from "./world.ts";

const [, , built = "", count = "0"] = process.argv;
const { startEmulator } = await import(built);
const { apiUrl, tokens } = await startEmulator({ seed: worldOf(Number(count)) });
// What it was planted from is no part of it.
globalThis.gc?.();
process.stdout.write(`${JSON.stringify({ apiUrl, tokens })}\n`);
process.on("SIGTERM", () => process.exit(0));
