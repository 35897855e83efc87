import { startRedis } from "./redis.ts";

// A process that starts Redis, and prints its port.

process.stdout.write(`${(await startRedis()).port}\n`);
