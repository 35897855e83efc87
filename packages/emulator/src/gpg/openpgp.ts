/** The library that reads keys. It is large, and most services that are started never see a key: it is loaded with the first. */
export type OpenPgp = typeof import("openpgp");

export const loadOpenPgp = (): Promise<OpenPgp> => import("openpgp");
