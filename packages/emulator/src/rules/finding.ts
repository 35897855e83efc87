/** What a rule says of a push: why it is broken, or null where it holds. Undefined: nothing here can judge that. */
export type Finding = string | null | undefined;
