#!/usr/bin/env node
// Checks the Node.js version before loading anything else. Older versions lack SQLite's full-text index or numbered
// parameters.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if ((major === 22 && minor >= 20) || (major === 24 && minor >= 7) || major > 24) {
  // The next start is faster, because Node.js keeps the compiled code in the temporary directory.
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  const { main } = await import("./command.ts");
  await main(process.argv.slice(2));
} else {
  process.stderr.write(
    `forgehand-emulator: Node.js must be 22.20 or newer of version 22, or 24.7 or newer, got ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
}
