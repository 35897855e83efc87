/** An operation's flat input. */
export type Fields = Readonly<Record<string, unknown>>;
