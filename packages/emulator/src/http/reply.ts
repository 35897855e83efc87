/** A handler's result with an explicit status and headers. */
export class Reply<out A> {
  readonly status: number;
  readonly output: A;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, output: A, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.output = output;
    this.headers = headers;
  }
}

/** Returns a result with one of the operation's success statuses, if the output alone doesn't determine it. */
export function reply<A>(status: number, output: A, headers?: Readonly<Record<string, string>>): Reply<A> {
  return new Reply(status, output, headers);
}
