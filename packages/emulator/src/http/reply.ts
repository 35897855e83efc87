/** An answer that says more than its body: which status of several, which headers. */
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

/** Answers with one of the operation's success statuses, where its output alone would not tell which. */
export function reply<A>(status: number, output: A, headers?: Readonly<Record<string, string>>): Reply<A> {
  return new Reply(status, output, headers);
}
