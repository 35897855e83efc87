import { Window } from "happy-dom";
import { afterAll, beforeAll, vi } from "vitest";

/** Provides a `DOMParser`, which {@link parseHtml} needs, for the tests of a file. */
export function useDomParser(): void {
  // A complete browser environment would replace globals that the emulator depends on.
  beforeAll(() => void vi.stubGlobal("DOMParser", new Window().DOMParser));
  afterAll(() => void vi.unstubAllGlobals());
}

/** Parses HTML as a browser does. */
export const parseHtml = (html: string): Document => new DOMParser().parseFromString(html, "text/html");
