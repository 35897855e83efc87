// Keeps a core busy until the process whose id is given has ended. That one must be its parent.
const parent = Number(process.argv[2]);

function spin() {
  const end = performance.now() + 100;
  while (performance.now() < end);
  if (process.ppid === parent) setImmediate(spin);
}

spin();
