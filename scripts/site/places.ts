import { fileURLToPath } from "node:url";

// Where the site's parts lie.

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const DOCS = `${ROOT}docs/`;
/** The pages as the site's tool takes them: copies, and what is made. Nothing in it is kept. */
export const PAGES = `${DOCS}.site/`;
export const BUILT = `${DOCS}.vitepress/dist/`;
