// Child process: the built emulator with a seed of many repositories, created in memory because reading a file of that
// size would take longer than the measurement.
import { createSeed } from "./bench-seed.ts";

const [, , built = "", count = "0"] = process.argv;
const { startEmulator } = await import(built);
const { apiUrl, tokens } = await startEmulator({ seed: createSeed(Number(count)) });
// The seed itself must not count as memory in use.
globalThis.gc?.();
process.stdout.write(`${JSON.stringify({ apiUrl, tokens })}\n`);
process.on("SIGTERM", () => process.exit(0));
