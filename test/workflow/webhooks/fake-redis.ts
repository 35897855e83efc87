// Fakes the parts of the package redis that the documentation's store uses. Its clock is `Date`.

interface SetOptions {
  readonly condition?: "NX";
  readonly GET?: boolean;
  readonly expiration: { readonly type: "PX"; readonly value: number };
}

interface EvalOptions {
  readonly keys: readonly string[];
  readonly arguments: readonly string[];
}

interface RedisEntry {
  readonly value: string;
  readonly expiresAt: number;
}

/** The only script that it can run. */
const IF_OWNER_SCRIPT = `return redis.call("GET", KEYS[1]) == ARGV[1] and redis.call(ARGV[2], KEYS[1], unpack(ARGV, 3))`;

interface ClientOptions {
  readonly url: string;
  readonly disableOfflineQueue: boolean;
  readonly commandOptions: { readonly timeout: number };
  readonly pingInterval: number;
  readonly socket: {
    readonly connectTimeout: number;
    readonly socketTimeout: number;
    readonly reconnectStrategy: (retries: number) => number;
  };
}

export function createClient(_options: ClientOptions) {
  const entries = new Map<string, RedisEntry>();
  const read = (key: string) => {
    const entry = entries.get(key);
    return entry && entry.expiresAt > Date.now() ? entry.value : null;
  };
  const put = (key: string, value: string, milliseconds: number) =>
    entries.set(key, { value, expiresAt: Date.now() + milliseconds });
  const commands: Readonly<Record<string, (key: string, ...rest: readonly string[]) => number>> = {
    DEL: (key) => Number(entries.delete(key)),
    PEXPIRE: (key, milliseconds) => Number(put(key, read(key) ?? "", Number(milliseconds)).size > 0),
  };
  return {
    on: (_event: "error", _listener: (error: unknown) => void) => {},
    connect: async () => {},
    set: async (key: string, value: string, { condition, GET, expiration }: SetOptions): Promise<string | null> => {
      const before = read(key);
      const isSet = condition !== "NX" || before === null;
      if (isSet) put(key, value, expiration.value);
      if (GET) return before;
      return isSet ? "OK" : null;
    },
    eval: async (script: string, { keys: [key = ""], arguments: args }: EvalOptions): Promise<unknown> => {
      const [expectedValue, command = "", ...rest] = args;
      const run = commands[command];
      if (script !== IF_OWNER_SCRIPT || !run)
        throw new Error("The fake Redis only supports one script. Test other scripts with a real Redis.");
      return read(key) === expectedValue ? run(key, ...rest) : null;
    },
  };
}
