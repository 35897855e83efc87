/** The library that parses keys. It is large and rarely needed, so it is loaded on first use. */
export type OpenPgp = typeof import("openpgp");

export const loadOpenPgp = (): Promise<OpenPgp> => import("openpgp");
