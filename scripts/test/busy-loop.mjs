// Keeps a core busy until its parent process, whose id is the argument, has exited.
const parent = Number(process.argv[2]);

function spin() {
  const end = performance.now() + 100;
  while (performance.now() < end);
  if (process.ppid === parent) setImmediate(spin);
}

spin();
