import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const DOCS = `${ROOT}docs/`;
/** Source folder of the site generator: copied and generated pages. Recreated by each build. */
export const PAGES = `${DOCS}.site/`;
export const BUILT = `${DOCS}.vitepress/dist/`;
