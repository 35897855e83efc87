import { fileURLToPath } from "node:url";

// The built emulator in a separate process that tests kill, with its state in a file.

const built = fileURLToPath(new URL("../../../packages/emulator/dist/index.js", import.meta.url));
const { startEmulator }: typeof import("@forgehand/emulator") = await import(built);
const [data = "", port = "0", ...allowHookHosts] = process.argv.slice(2);
const { apiUrl, tokens } = await startEmulator({ data, port: Number(port), allowHookHosts });
process.send?.({ apiUrl, tokens });
process.on("disconnect", () => process.exit());
