#!/usr/bin/env node
// Checks the Node.js version before loading anything else.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > 22 || (major === 22 && minor >= 19)) {
  const { main } = await import("./main.ts");
  await main(process.argv.slice(2));
} else {
  process.stderr.write(`forgehand: Node.js must be 22.19 or newer, got ${process.versions.node}.\n`);
  process.exitCode = 1;
}
