import { Window } from "happy-dom";
import { vi } from "vitest";

// Only this of a browser: a whole environment of one would take the place of what the service runs on.
vi.stubGlobal("DOMParser", new Window().DOMParser);

/** A document as a browser reads it. */
export const readHtml = (html: string): Document => new DOMParser().parseFromString(html, "text/html");
