#!/usr/bin/env node
// Nothing else is loaded before it is clear that this Node can: the database comes with Node 22.13.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > 22 || (major === 22 && minor >= 13)) {
  const { main } = await import("./command.ts");
  await main(process.argv.slice(2));
} else {
  process.stderr.write(`forgehand-emulator: This is Node ${process.versions.node}; it takes 22.13 or newer.\n`);
  process.exitCode = 1;
}
