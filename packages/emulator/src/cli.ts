#!/usr/bin/env node
// Nothing else is loaded before it is clear that this Node can: before these, its database has no index of words, or takes
// no values by number.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if ((major === 22 && minor >= 20) || (major === 24 && minor >= 7) || major > 24) {
  const { main } = await import("./command.ts");
  await main(process.argv.slice(2));
} else {
  process.stderr.write(`forgehand-emulator: This is Node ${process.versions.node}; it takes 22.20, 24.7 or newer.\n`);
  process.exitCode = 1;
}
